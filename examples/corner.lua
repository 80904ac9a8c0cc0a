-- A rook goes home. Shows hints in steps: the facts of `explain` say by `gives` how much they give
-- away, and by `cells` what to look at.
-- The state is the square of the rook: column and row, {1, 1} is home. A move is where it goes.
title = { en = "The rook goes home", fr = "La tour rentre" }
tagline = { en = "left or up, to the corner", fr = "à gauche ou en haut, jusqu’au coin" }
nimbers = true
tones = { ["♜"] = "pick", ["⌂"] = "safe" }

options = {
  { name = "x", default = 7, min = 1, max = 8, help = { en = "column of the rook", fr = "colonne de la tour" } },
  { name = "y", default = 4, min = 1, max = 8, help = { en = "row of the rook", fr = "rangée de la tour" } },
}

rules = {
  { en = "In turn, move the rook as far as you like, to the left or up.",
    fr = "À tour de rôle, déplacez la tour d’autant de cases que vous voulez, vers la gauche ou vers le haut." },
  { en = "Whoever brings it home, to the top left corner, wins.",
    fr = "Qui la ramène au coin en haut à gauche gagne." },
}

function init()
  return { option.x, option.y }
end

function over(rook, seat)
  if rook[1] == 1 and rook[2] == 1 then return lose(seat) end
end

function moves(rook)
  local list = {}
  for x = 1, rook[1] - 1 do list[#list + 1] = { x, rook[2] } end
  for y = 1, rook[2] - 1 do list[#list + 1] = { rook[1], y } end
  return list
end

function play(rook, to)
  return to
end

function grid(rook)
  local rows = {}
  for y = 1, 8 do
    rows[y] = ("."):rep(8)
    if y == 1 then rows[y] = "⌂" .. rows[y]:sub(2) end
    if y == rook[2] then
      local home = y == 1 and rook[1] > 1 and "⌂" or "."
      rows[y] = (rook[1] > 1 and home .. ("."):rep(rook[1] - 2) or "") .. "♜" .. ("."):rep(8 - rook[1])
    end
  end
  return rows
end

function cell(rook, to)
  return to
end

-- The squares of the line along which the move goes: a place to look at, and still a choice.
local function line(rook, to)
  local cells = {}
  for _, m in ipairs(moves(rook)) do
    if (m[2] == rook[2]) == (to[2] == rook[2]) then cells[#cells + 1] = m end
  end
  return cells
end

function explain(rook, to)
  local facts = {}
  if to[1] ~= to[2] then
    return { { en = "From column {0} and row {1} the other goes to the diagonal.",
               fr = "De la colonne {0} et de la rangée {1}, l’autre va sur la diagonale.", args = { to[1], to[2] } } }
  end
  facts[1] = { gives = 1, en = "Look at the diagonal that leads home.", fr = "Regardez la diagonale qui mène au coin." }
  local cells = line(rook, to)
  if #cells > 1 then
    facts[2] = { gives = 2, cells = cells, en = "The diagonal is met along this line.",
                 fr = "La diagonale se rencontre sur cette ligne." }
  end
  facts[#facts + 1] = { gives = 3, cells = { to }, en = "Go to column {0}, row {1}.", fr = "Allez en colonne {0}, rangée {1}.",
                        args = { to[1], to[2] } }
  facts[#facts + 1] = { en = "On the diagonal: whoever has to leave it never gets home first.",
                        fr = "Sur la diagonale : qui doit la quitter n’arrive jamais le premier." }
  return facts
end
