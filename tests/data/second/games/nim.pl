/* NIM : un jeu dans l'interface de 1995, six prédicats. L'état est [Tas, Dernier] : les allumettes
   qui restent et le nombre que l'autre vient de prendre, 0 au début. */

règles(["Un tas d'allumettes, plus de trois et moins de vingt.",
        "Chacun à son tour en ôte 1, 2 ou 3, mais jamais autant que l'autre vient d'en ôter.",
        "Qui prend la dernière gagne ; qui ne peut plus jouer a perdu."]).

init(S, [S, 0]) :- integer(S), S > 3, S < 20.

termine([0, _], [0, nil]).

possibilités([N, D], L) :- findall(A, (member(A, [1, 2, 3]), A =< N, A =\= D), L).

modifie([N, _], A, [M, A]) :- M is N - A.

affiche([N, D]) :- write(N), write(" allumettes, coup interdit : "), write(D), nl.
