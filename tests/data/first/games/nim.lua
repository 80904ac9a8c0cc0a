-- NIM (1995): take 1, 2 or 3 matches, never the number the other has just taken.
-- The state is a list: matches left, number just taken (0 at the beginning).
title = { en = "NIM, no repeat (Lua)", fr = "NIM sans répétition (Lua)" }
nimbers = true

options = {
  { name = "matches", default = 19, min = 1, max = 100000,
    help = { en = "matches at the beginning", fr = "allumettes au début" } },
}

rules = {
  { en = "In turn, take 1, 2 or 3 matches, but never the number the other has just taken.",
    fr = "À tour de rôle, prenez 1, 2 ou 3 allumettes, mais jamais le nombre que l'autre vient de prendre." },
  { en = "Whoever takes the last match wins. A player who cannot move has lost.",
    fr = "Qui prend la dernière gagne. Qui ne peut pas jouer a perdu." },
}

function init()
  return { option.matches, 0 }
end

function moves(heap)
  local left, last, list = heap[1], heap[2], {}
  for take = 1, math.min(3, left) do
    if take ~= last then list[#list + 1] = take end
  end
  return list
end

function over(heap, seat)
  if #moves(heap) == 0 then return lose(seat) end
end

function play(heap, take)
  return { heap[1] - take, take }
end

function draw(heap, seat, lang)
  local forbidden = { en = "  not ", fr = "  interdit : " }
  return ("|"):rep(math.min(heap[1], 60)) .. " " .. heap[1] ..
    (heap[2] > 0 and forbidden[lang] .. heap[2] or "")
end

-- The notation of the game that is built in: 12-3 is 12 matches after a 3.
function print(heap)
  return heap[1] .. "-" .. heap[2]
end

function parse(text)
  local left, last = text:match("^(%d%d?%d?%d?%d?)%-([0-3])$")
  if not left then
    return nil, { en = "A position is written 12-3: matches left, number just taken.",
                  fr = "Une position s'écrit 12-3 : allumettes restantes, nombre qui vient d'être pris." }
  end
  return { tonumber(left), tonumber(last) }
end

function explain(heap, take)
  local rest = heap[1] - take
  if rest % 4 == 0 then
    return { { en = "It leaves {0} matches, a multiple of 4.", fr = "Il reste {0} allumettes, un multiple de 4.",
               args = { rest } } }
  end
end
