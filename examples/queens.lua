-- Peaceful queens. Shows `lenses`: help laid over the picture by `lens` for whoever asks for it.
-- The state is the list of queens: in each row the column of its queen, 0 for none yet. A move is {x, y}.
title = { en = "Peaceful queens", fr = "Reines paisibles" }
tagline = { en = "no queen may see another", fr = "aucune reine ne doit en voir une autre" }
nimbers = true

options = {
  { name = "size", default = 5, min = 2, max = 8, help = { en = "squares in a row", fr = "cases par rangée" } },
}

rules = {
  { en = "In turn, put a queen on a square that no queen attacks.",
    fr = "À tour de rôle, posez une reine sur une case qu’aucune reine n’attaque." },
  { en = "Whoever cannot put one has lost.", fr = "Qui ne peut plus en poser a perdu." },
}

lenses = {
  { id = "attacked", title = { en = "Squares that are attacked", fr = "Cases attaquées" } },
  { id = "room", title = { en = "Squares that stay free", fr = "Cases encore libres" } },
}

function init()
  local queens = {}
  for y = 1, option.size do queens[y] = 0 end
  return queens
end

local function attacked(queens, x, y)
  for row, column in ipairs(queens) do
    if column > 0 and (row == y or column == x or math.abs(column - x) == math.abs(row - y)) then return true end
  end
  return false
end

function moves(queens)
  local list = {}
  for y = 1, #queens do
    for x = 1, #queens do
      if not attacked(queens, x, y) then list[#list + 1] = { x, y } end
    end
  end
  return list
end

function over(queens, seat)
  if #moves(queens) == 0 then return lose(seat) end
end

function play(queens, square)
  queens[square[2]] = square[1]
  return queens
end

function grid(queens)
  local rows = {}
  for y, x in ipairs(queens) do
    rows[y] = x == 0 and ("."):rep(#queens) or ("."):rep(x - 1) .. "♛" .. ("."):rep(#queens - x)
  end
  return rows
end

function cell(queens, square)
  return square
end

function lens(queens, seat, id)
  if id == "room" then
    local free = moves(queens)
    local notes = { { en = "Free squares: {0}.", fr = "Cases libres : {0}.", args = { #free } } }
    if #free > 0 then
      notes[2] = { en = "a queen may stand here", fr = "une reine peut se tenir ici", cells = free, tone = "safe", face = "✓" }
    end
    return notes
  end
  local cells = {}
  for y = 1, #queens do
    for x = 1, #queens do
      if queens[y] ~= x and attacked(queens, x, y) then cells[#cells + 1] = { x, y } end
    end
  end
  if #cells == 0 then
    return { { en = "No square is attacked yet.", fr = "Aucune case n’est encore attaquée." } }
  end
  return { { en = "attacked by a queen", fr = "attaquée par une reine", cells = cells, tone = "danger", face = "×" } }
end
