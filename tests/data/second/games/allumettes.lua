-- Allumettes: take 1, 2 or 3 matches; whoever takes the last one wins.
-- The state is the number of matches left. Seats alternate by themselves.
title = { en = "Matches (Lua)", fr = "Allumettes (Lua)" }
nimbers = true -- the seat does not matter, and who cannot move loses

options = {
  { name = "matches", default = 19, min = 1, max = 100000,
    help = { en = "matches at the beginning", fr = "allumettes au début" } },
}

rules = {
  en = "In turn, take 1, 2 or 3 matches. Whoever takes the last match wins.",
  fr = "À tour de rôle, prenez 1, 2 ou 3 allumettes. Qui prend la dernière gagne.",
}

function init()
  return option.matches
end

function over(left, seat)
  if left == 0 then return lose(seat) end -- the other took the last one
end

function moves(left)
  local list = {}
  for take = 1, math.min(3, left) do list[take] = take end
  return list
end

function play(left, take)
  return left - take
end

function draw(left)
  return ("|"):rep(math.min(left, 60)) .. " " .. left
end
