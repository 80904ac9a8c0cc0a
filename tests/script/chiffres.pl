/* CHIFFRES : à tour de rôle, on écrit huit chiffres de 1 à 3. Presque aucune partie tirée au hasard ne rencontre
   une position donnée. */

règles(["À tour de rôle, chacun écrit un chiffre de 1 à 3, jusqu'à huit.",
        "Qui écrit le dernier gagne si leur somme est un multiple de 3."]).

init(0, []).

termine(E, [N, nil]) :- length(E, 8), sum_list(E, S), (S mod 3 =:= 0 -> N = 0 ; N = 1).

possibilités(E, [1, 2, 3]) :- is_list(E), length(E, L), L < 8.

modifie(E, A, F) :- append(E, [A], F).

affiche(E) :- is_list(E), write(E), nl.
