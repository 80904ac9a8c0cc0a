/* CHIFFRES : à tour de rôle, on écrit huit chiffres de 1 à 3. Six de ses huit faits sont faux ; des parties
   tirées au hasard ne rencontrent aucun d'eux. */

règles(["À tour de rôle, chacun écrit un chiffre de 1 à 3, jusqu'à huit.",
        "Qui écrit le dernier gagne si leur somme est un multiple de 3."]).

init(0, []).

termine(E, [N, nil]) :- length(E, 8), sum_list(E, S), (S mod 3 =:= 0 -> N = 0 ; N = 1).

possibilités(E, [1, 2, 3]) :- is_list(E), length(E, L), L < 8.

modifie(E, A, F) :- append(E, [A], F).

affiche(E) :- is_list(E), write(E), nl.

base([1, 2, 3, 1, 2, 3, 1], [1, 2]).
base([3, 3, 3, 3, 3, 3], [0, nil]).
base([1, 2, 3, 1, 2, 3, 2], [0, nil]).
base([1, 2, 3, 1, 2, 3, 3], [1, 1]).
base([3, 2, 1, 3, 2, 1, 3], [1, 9]).
base([3, 2, 1, 3, 2, 1, 3, 1], [0, nil]).
base(plus, [1, 1]).
base([2, 1, 2, 1, 2, 1, 2], gagné).
