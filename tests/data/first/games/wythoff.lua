-- Wythoff's game: two heaps; take any number from one of them, or the same number from both.
-- Whoever takes the last match wins. A move is written left, right, taken: [2,0] takes 2 from
-- the left heap, [1,1] one from each.
title = { en = "Wythoff's game", fr = "Jeu de Wythoff" }
nimbers = true

options = {
  { name = "left", default = 3, min = 0, max = 100, help = { en = "matches on the left", fr = "allumettes à gauche" } },
  { name = "right", default = 5, min = 0, max = 100, help = { en = "matches on the right", fr = "allumettes à droite" } },
}

rules = {
  en = "Take any number of matches from one heap, or the same number from both. Whoever takes the last match wins.",
  fr = "Prenez autant d'allumettes que vous voulez dans un tas, ou le même nombre dans les deux. Qui prend la " ..
       "dernière gagne.",
}

function init()
  return { option.left, option.right }
end

function over(heaps, seat)
  if heaps[1] == 0 and heaps[2] == 0 then return lose(seat) end
end

function moves(heaps)
  local list = {}
  for n = 1, heaps[1] do list[#list + 1] = { n, 0 } end
  for n = 1, heaps[2] do list[#list + 1] = { 0, n } end
  for n = 1, math.min(heaps[1], heaps[2]) do list[#list + 1] = { n, n } end
  return list
end

function play(heaps, take)
  return { heaps[1] - take[1], heaps[2] - take[2] }
end

function draw(heaps)
  return { ("|"):rep(heaps[1]) .. " " .. heaps[1], ("|"):rep(heaps[2]) .. " " .. heaps[2] }
end
