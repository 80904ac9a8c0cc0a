/* LES TAS : le nim de Bouton. L'état est la liste des tas, une action Tas-Nombre. Des situations
   qui ne sont pas des nombres sont nommées par situation/1 ; la première est la plus simple. */

règles(["Des tas d'allumettes.",
        "Chacun à son tour ôte d'un seul tas autant d'allumettes qu'il veut, une au moins.",
        "Qui prend la dernière gagne."]).

situation([1, 2, 3]).
situation([3, 4, 5]).
situation([1, 3, 5, 7]).

init(Tas, Tas) :- is_list(Tas), Tas = [_|_], \+ (member(N, Tas), \+ (integer(N), N >= 0, N < 10)).

termine(Tas, [0, nil]) :- \+ (member(N, Tas), N > 0).

possibilités(Tas, L) :- findall(I-A, (nth1(I, Tas, N), between(1, N, A)), L).

modifie(Tas, I-A, Après) :-
    nth1(I, Tas, N, Reste),
    M is N - A,
    nth1(I, Après, M, Reste).

affiche(Tas) :- forall(nth1(I, Tas, N), (write(I), write(" : "), write(N), nl)).
