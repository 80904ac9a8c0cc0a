% script/six.pl -- a game file of 1995 inside SWI-Prolog: reads it, and asks its six predicates.
%
%     regles(R)  init(S,E)  termine(E,[N,A])  possibilites(E,L)  modifie(E1,A,E2)  affiche(E)
%
% The file lives in the module `jeu`; what reaches outside is refused there by name, and what is not
% is ended by the walls around the process. script/prolog.c asks six/2 and turns terms into flat
% values; states and moves are ground terms.
:- module(six, [six/2, prepare/0]).

:- use_module([library(aggregate), library(apply), library(assoc), library(backcomp), library(debug),
               library(edinburgh), library(error), library(gensym), library(lists), library(occurs),
               library(option), library(ordsets), library(pairs), library(random), library(readutil),
               library(strings), library(terms), library(ugraphs), library(yall)]).
:- use_module(user:[library(aggregate), library(apply), library(assoc), library(backcomp), library(debug),
                    library(edinburgh), library(error), library(gensym), library(lists), library(occurs),
                    library(option), library(ordsets), library(pairs), library(random), library(readutil),
                    library(strings), library(terms), library(ugraphs), library(yall)]).

:- dynamic own/1, later/1, rules_of/1, first_of/2, end_of/2, moves_of/2, after/3, drawn/1, known/2, named/1, loops/0.

% ---- before the walls are shut ------------------------------------------------------------------

% Nobody listens to what a file writes outside `affiche`, and nobody speaks to it.
prepare :-
    open_null_stream(Nowhere),
    open_string("", Nothing),
    set_stream(Nowhere, alias(user_output)),
    set_stream(Nowhere, alias(user_error)),
    set_stream(Nothing, alias(user_input)),
    set_output(Nowhere),
    set_input(Nothing),
    set_random(seed(1995)),
    set_prolog_flag(autoload, false),
    set_prolog_flag(verbose, silent),
    forall(outside(Name/Arity), forbid(Name, Arity)),
    told(error(type_error(integer, a), context(foo/1, _)), '', _). % what telling needs is loaded

forbid(Name, Arity) :-
    functor(Head, Name, Arity),
    forall(member(Module, [user, jeu]),
           ( redefine_system_predicate(Module:Head),
             assertz((Module:Head :- throw(six(outside, '', Name/Arity)))) )).

outside(Name/Arity) :-
    member(Name-Arities, [halt-[0, 1], shell-[0, 1, 2], open-[3, 4], see-[1], tell-[1], append-[1], consult-[1],
                          load_files-[1, 2], ensure_loaded-[1], use_module-[1, 2], working_directory-[2], chdir-[1],
                          exists_file-[1], exists_directory-[1], directory_files-[2], delete_file-[1],
                          rename_file-[2], getenv-[2], setenv-[2], unsetenv-[1], open_shared_object-[2],
                          load_foreign_library-[1, 2], use_foreign_library-[1, 2], thread_create-[2, 3, 4],
                          qcompile-[1], qsave_program-[1, 2], sleep-[1], abort-[0], prolog-[0], tmp_file-[2]]),
    member(Arity, Arities).

% ---- questions ----------------------------------------------------------------------------------

six(Question, Answer) :-
    catch(reply(Question, Answer), Error, told(Error, '', Answer)), !.
six(_, fault(fails, 0, '', '')).

reply(load(Source), described(Rules, Option, Loops)) :-
    load(Source),
    rules(Rules),
    option(Option),
    ( loops -> Loops = 1 ; Loops = 0 ).
reply(position(Seat, E), position(Seat, Scores, Moves, Children)) :-
    (   over(E, N)
    ->  scores(N, Seat, Scores), Moves = [], Children = []
    ;   moves(E, Moves),
        (   Moves == []
        ->  scores(0, Seat, Scores), Children = []
        ;   Scores = [], maplist(child(E), Moves, Children)
        )
    ).
reply(init(Given), some(E)) :-
    situation_meant(Given, S),
    must(init, first_of(S, E)),
    whole(init, E).
reply(draw(E), some(Text)) :-
    with_output_to(string(String), ignore(asked(affiche, drawn(E)))),
    atom_string(Text, String).
reply(print(T), some(Text)) :-
    text_of(T, Text).
reply(parse(Text), Answer) :-
    (   term_in(Text, T), state_meant(T, E)
    ->  Answer = some(E)
    ;   Answer = none
    ).
reply(parse_move(E, Text), Answer) :-
    (   term_in(Text, Move), moves(E, Moves), memberchk(Move, Moves)
    ->  Answer = some(Move)
    ;   Answer = none
    ).
reply(claim(E), Answer) :-
    (   claimed(E, N, A)
    ->  Answer = some([N|A])
    ;   Answer = none
    ).

% ---- the rules of the game ----------------------------------------------------------------------

over(E, N) :-
    asked(termine, end_of(E, Solution)),
    solution(termine, Solution, N, A),
    ( var(A) -> true ; A == nil ), !.

solution(Who, Solution, N, A) :-
    (   Solution = [N, A], memberchk(N, [0, 1])
    ->  true
    ;   throw(six(scores, Who, Solution))
    ).

scores(N, Seat, [First, Second]) :-
    Other is 1 - N,
    ( Seat =:= 1 -> First = N, Second = Other ; First = Other, Second = N ).

moves(E, Moves) :-
    ( asked(possibilites, moves_of(E, List)) -> true ; List = [] ),
    ( is_list(List) -> true ; throw(six(no_list, possibilites, List)) ),
    whole(possibilites, List),
    list_to_set(List, Moves),
    length(Moves, Count),
    ( Count < 4095 -> true ; throw(six(many, possibilites, Count)) ).

child(E, Move, Child) :-
    catch(played(E, Move, Child), Error, told(Error, modifie, Child)).

played(E, Move, some(After)) :-
    must(modifie, after(E, Move, After)),
    whole(modifie, After).

% What the file says it knows: of a position that is not over, who wins, and by which action.
claimed(E, N, A) :-
    \+ over(E, _),
    (   asked(termine, end_of(E, Solution)), Who = termine
    ;   asked(base, known(E, Solution)), Who = base
    ),
    solution(Who, Solution, N, Action),
    ( var(Action) -> A = [] ; Action == nil -> A = [] ; A = [Action] ), !.

asked(Who, Goal) :-
    catch(Goal, Error, throw(in(Who, Error))).

must(Who, Goal) :-
    ( asked(Who, Goal) -> true ; throw(six(fails, Who, '')) ).

whole(Who, T) :-
    ( ground(T) -> true ; throw(six(no_value, Who, T)) ).

% ---- texts --------------------------------------------------------------------------------------

text_of(T, Text) :-
    format(atom(Text), '~W', [T, [quoted(true), module(jeu), numbervars(false)]]).

% A term as it is typed, with or without the full stop that read/1 asks for.
term_in(Text, T) :-
    split_string(Text, "", " \t\r\n", [Trimmed]),
    ( string_concat(Bare, ".", Trimmed) -> true ; Bare = Trimmed ),
    string_concat(Bare, " . ", Whole),
    open_string(Whole, In),
    quietly(( read_term(In, T, [module(jeu), double_quotes(codes), syntax_errors(error)]),
              read_term(In, End, [syntax_errors(error)]) )),
    End == end_of_file,
    ground(T).

% A state of the game, or a situation that `init` makes one of.
state_meant(T, T) :- quietly(( over(T, _) ; moves_of(T, L), is_list(L) )), !.
state_meant(T, E) :- quietly(first_of(T, E)), ground(E), !.
state_meant(T, T) :- with_output_to(string(_), quietly(drawn(T))).

quietly(Goal) :- catch(Goal, _, fail), !.

% ---- what went wrong ----------------------------------------------------------------------------

told(in(Who, Error), _, Fault) :- !,
    told(Error, Who, Fault).
told(six(Kind, '', What), Who, Fault) :- Who \== '', !,
    told(six(Kind, Who, What), '', Fault).
told(six(Kind, Who, What), _, fault(Kind, 0, Who, Detail)) :- !,
    shortly(What, Detail).
told(at(Line, Error), Who, fault(Kind, Line, Whom, Detail)) :- !,
    told(Error, Who, fault(Kind, _, Whom, Detail)).
told(error(resource_error(_), _), Who, fault(memory, 0, Who, '')) :- !.
told(error(syntax_error(What), _), _, fault(error, 0, '', What)) :- !.
told(Error, Who, fault(error, 0, Who, Detail)) :-
    (   catch(said(Error, Detail), _, fail)
    ->  true
    ;   shortly(Error, Detail)
    ).

said(Error, Detail) :-
    without_place(Error, Plain),
    phrase('$messages':translate_message(Plain), Lines),
    with_output_to(string(Text), print_message_lines(current_output, '', Lines)),
    split_string(Text, "\n", " \n", Parts),
    exclude(==(""), Parts, Said),
    atomic_list_concat(Said, ' ', Long),
    shortened(Long, Detail).

without_place(error(Formal, _), error(Formal, _)) :- !.
without_place(Error, Error).

shortly(What0, Detail) :-
    copy_term(What0, What, _),
    numbervars(What, 0, _),
    format(atom(Long), '~W', [What, [quoted(true), max_depth(8), numbervars(true), module(jeu)]]),
    shortened(Long, Detail).

shortened(Long, Short) :-
    ( sub_atom(Long, 0, 150, _, Start) -> atom_concat(Start, '…', Short) ; Short = Long ).

% ---- reading the file ---------------------------------------------------------------------------

load(Source) :-
    open_string(Source, In),
    repeat,
    line_count(In, Line),
    catch(read_term(In, Term, [module(jeu), double_quotes(string), syntax_errors(error), term_position(Place)]),
          Error, misread(Error, Line)),
    stream_position_data(line_count, Place, At),
    catch(take(Term), Wrong, throw(at(At, Wrong))),
    Term == end_of_file, !,
    findall(P, retract(own(P)), Predicates),
    forall(( member(Name/Arity, Predicates), functor(Head, Name, Arity), \+ predicate_property(jeu:Head, defined) ),
           dynamic(jeu:Name/Arity)),
    compile_predicates_of(Predicates),
    find(Predicates),
    forall(retract(later(Goal)), ignore(asked(initialization, jeu:Goal))).

misread(error(syntax_error(What), stream(_, Line, _, _)), _) :- !,
    throw(at(Line, error(syntax_error(What), _))).
misread(Error, Line) :-
    throw(at(Line, Error)).

compile_predicates_of(Predicates) :-
    findall(jeu:P, member(P, Predicates), All),
    compile_predicates(All).

take(Term) :- var(Term), !, throw(error(instantiation_error, _)).
take(end_of_file) :- !.
take((:- Directive)) :- !, directive(Directive).
take((?- Directive)) :- !, directive(Directive).
take((Head --> Body)) :- !,
    dcg_translate_rule((Head --> Body), Clause),
    add(Clause).
take(Clause) :- add(Clause).

directive(module(_, _)) :- !.
directive(initialization(Goal)) :- !, assertz(later(Goal)).
directive(initialization(Goal, _)) :- !, assertz(later(Goal)).
directive(Uses) :- library_used(Uses, Library), !,
    ( library_there(Library) -> true ; throw(six(outside, '', library(Library))) ).
directive(Goal) :- plain(Goal, Plain), ignore(jeu:Plain).

library_used(use_module(library(L)), L).
library_used(use_module(library(L), _), L).
library_used(ensure_loaded(library(L)), L).

library_there(L) :-
    source_file_property(File, load_context(_, _, _)),
    file_base_name(File, Base),
    file_name_extension(L, pl, Base), !.

add(Clause0) :-
    plain(Clause0, Clause),
    ( Clause = (Head :- _) -> true ; Head = Clause ),
    ( callable(Head) -> true ; throw(error(type_error(callable, Head), _)) ),
    functor(Head, Name, Arity),
    claim_name(Head, Name/Arity),
    assertz(jeu:Clause).

% A name of its own, also where the system or a library has one that is no part of the standard.
claim_name(_, P) :- own(P), !.
claim_name(Head, P) :- outside(P), !, retractall(jeu:Head), assertz(own(P)).
claim_name(Head, _) :- predicate_property(jeu:Head, dynamic), \+ predicate_property(jeu:Head, imported_from(_)), !.
claim_name(Head, P) :-
    (   predicate_property(system:Head, defined), \+ predicate_property(system:Head, iso)
    ->  redefine_system_predicate(jeu:Head)
    ;   true
    ),
    assertz(own(P)).

% In 1995 a text in double quotes was the list of its characters' codes; where it is written out it
% is seen as a text all the same.
plain(T, T) :- var(T), !.
plain(T, Codes) :- string(T), !, string_codes(T, Codes).
plain(T, T) :- compound(T), writes(T), !.
plain(T, Plain) :- compound(T), !,
    compound_name_arguments(T, Name, Arguments),
    maplist(plain, Arguments, Plains),
    compound_name_arguments(Plain, Name, Plains).
plain(T, T).

writes(T) :-
    compound_name_arity(T, Name, _),
    memberchk(Name, [write, print, writeln, writeq, write_ln, format, display]).

% ---- what the file has --------------------------------------------------------------------------

find(Predicates) :-
    link(Predicates, [regles/1, regle/1], rules_of, needed),
    link(Predicates, [init/2], first_of, needed),
    link(Predicates, [possibilites/2, possibilite/2], moves_of, needed),
    link(Predicates, [modifie/3], after, needed),
    link(Predicates, [termine/2], end_of, free),
    link(Predicates, [affiche/1], drawn, free),
    link(Predicates, [base/2], known, free),
    link(Predicates, [situation/1], named, free),
    link(Predicates, [boucle/0], loops, free).

link(Predicates, Spellings, Ours, Needed) :-
    (   member(Folded/Arity, Spellings), there(Predicates, Folded, Name/Arity)
    ->  functor(Theirs, Name, Arity),
        Theirs =.. [_|Arguments],
        Head =.. [Ours|Arguments],
        assertz((Head :- jeu:Theirs)),
        functor(Head, _, A),
        compile_predicates([Ours/A])
    ;   Needed == free
    ->  true
    ;   Spellings = [First|_], throw(six(missing, First, ''))
    ).

% Also what was declared dynamic and has no clause yet.
there(Predicates, Folded, Name/Arity) :-
    ( member(Name/Arity, Predicates) ; current_predicate(jeu:Name/Arity) ),
    folded(Name, Folded), !.

folded(Name, Folded) :-
    downcase_atom(Name, Small),
    atom_chars(Small, Chars),
    maplist(without_accent, Chars, Plain),
    atom_chars(Folded, Plain).

without_accent(Char, Plain) :-
    (   member(Plain-Accented, [a-"àâä", c-"ç", e-"éèêë", i-"îï", o-"ôö", u-"ùûü"]),
        sub_string(Accented, _, 1, _, Char)
    ->  true
    ;   Plain = Char
    ).

rules(Lines) :-
    must(regles, rules_of(R)),
    ( is_text(R) -> List = [R] ; is_list(R) -> List = R ; List = [R] ),
    maplist(line, List, Lines),
    ( Lines == [] -> throw(six(fails, regles, '')) ; true ).

line(R, Line) :-
    (   is_text(R)
    ->  text_to_string(R, S), atom_string(Line, S)
    ;   text_of(R, Line)
    ).

is_text(R) :- string(R), !.
is_text(R) :- atom(R), R \== [], !.
is_text([C|Cs]) :- catch(( text_to_string([C|Cs], S), string_length(S, N), N > 0 ), _, fail).

% Which situations `init` accepts: those that the file names, or else whole numbers.
option(choices(Texts)) :-
    findall(Text, ( asked(situation, named(S)), ground(S), text_of(S, Text) ), Texts),
    Texts \== [], !.
option(Option) :-
    between(0, 1000, Least), accepted(Least, First), !,
    last_accepted(Least, Most),
    accepted(Most, Last),
    (   Most > Least, First == Last
    ->  Option = none
    ;   Usual is max(Least, min(Most, 19)), Option = number(Least, Most, Usual)
    ).
option(none) :-
    quietly(first_of(_, _)), !.
option(_) :-
    throw(six(situation, init, '')).

% One that the file names comes as its text.
situation_meant(Text, S) :- atom(Text), named(S), text_of(S, Text), !.
situation_meant(S, S).

accepted(S, E) :- quietly(first_of(S, E)).

last_accepted(S, Last) :-
    Next is S + 1,
    ( Next =< 1000, accepted(Next, _) -> last_accepted(Next, Last) ; Last = S ).
