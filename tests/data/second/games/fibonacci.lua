-- Fibonacci nim: the first player takes some matches but not all; then each takes at most twice
-- what the other has just taken. Whoever takes the last match wins.
title = { en = "Fibonacci nim", fr = "Nim de Fibonacci" }
nimbers = true

options = {
  { name = "matches", default = 20, min = 2, max = 1000,
    help = { en = "matches at the beginning", fr = "allumettes au début" } },
}

rules = {
  en = "The first player takes at least one match, but not all. Then each takes at most twice what the other has " ..
       "just taken. Whoever takes the last match wins.",
  fr = "Le premier prend au moins une allumette, mais pas toutes. Ensuite, chacun prend au plus le double de ce que " ..
       "l'autre vient de prendre. Qui prend la dernière gagne.",
}

function init() -- matches left, the most one may take
  return { option.matches, option.matches - 1 }
end

function over(heap, seat)
  if heap[1] == 0 then return lose(seat) end
end

function moves(heap)
  local list = {}
  for take = 1, math.min(heap[1], heap[2]) do list[take] = take end
  return list
end

function play(heap, take)
  return { heap[1] - take, 2 * take }
end

function draw(heap)
  return heap[1] .. " (1-" .. math.min(heap[1], heap[2]) .. ")"
end
