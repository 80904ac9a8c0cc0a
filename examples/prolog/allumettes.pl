/* ALLUMETTES : un jeu dans l'interface de 1995, six prédicats. L'état est le nombre d'allumettes. */

règles(["Un tas d'allumettes, moins de vingt.",
        "Chacun à son tour en ôte 1, 2 ou 3.",
        "Qui prend la dernière gagne."]).

init(S, S) :- integer(S), S > 0, S < 20.

% plus d'allumettes : l'autre vient de prendre la dernière
termine(0, [0, nil]).

possibilités(N, L) :- findall(A, (member(A, [1, 2, 3]), A =< N), L).

modifie(N, A, M) :- M is N - A.

affiche(N) :- rangée(N), nl, write(N), write(" allumettes"), nl.

rangée(0).
rangée(N) :- N > 0, write("| "), M is N - 1, rangée(M).
