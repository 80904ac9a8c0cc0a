-- Four in a row on a small board. The state is a text, column by column from the left and each from its bottom;
-- "." is an empty square. A move is the number of a column. Large enough to see how fast files are solved:
-- 4 columns of 4 have 161,029 positions, 4 of 5 have 1,706,255.
title = { en = "Small four in a row", fr = "Petit puissance quatre" }
roles = { { en = "Crosses", fr = "Croix" }, { en = "Noughts", fr = "Ronds" } }
tones = { X = 1, O = 2 }

options = {
  { name = "width", default = 4, min = 1, max = 7, help = { en = "columns", fr = "colonnes" } },
  { name = "height", default = 4, min = 1, max = 6, help = { en = "squares in a column", fr = "cases par colonne" } },
}

rules = {
  { en = "In turn, drop a mark into a column: it falls to the lowest empty square.",
    fr = "À tour de rôle, lâchez une marque dans une colonne : elle tombe sur la case vide la plus basse." },
  { en = "Whoever first has four in a row, also slanting, wins. A full board without one is a tie.",
    fr = "Qui en aligne quatre le premier, en biais aussi, gagne. Une grille pleine sans ligne est une égalité." },
}

function init()
  return ("."):rep(option.width * option.height)
end

function turn(board) -- as many X as O: X moves
  local _, marks = board:gsub("[XO]", "")
  return marks % 2 + 1
end

-- Four marks from the square at column x, row y on, always the same step apart.
local function four(board, mark, x, y, dx, dy)
  local h = option.height
  local last_x, last_y = x + 3 * dx, y + 3 * dy
  if last_x > option.width or last_y < 1 or last_y > h then return false end
  for _ = 1, 4 do
    local at = (x - 1) * h + y
    if board:sub(at, at) ~= mark then return false end
    x, y = x + dx, y + dy
  end
  return true
end

local function has_four(board, mark)
  for x = 1, option.width do
    for y = 1, option.height do
      if four(board, mark, x, y, 1, 0) or four(board, mark, x, y, 0, 1) or four(board, mark, x, y, 1, 1) or
         four(board, mark, x, y, 1, -1) then
        return true
      end
    end
  end
  return false
end

function over(board)
  if has_four(board, "X") then return win(1) end
  if has_four(board, "O") then return win(2) end
  if not board:find(".", 1, true) then return tie() end
end

function moves(board)
  local list = {}
  if over(board) then return list end
  for x = 1, option.width do
    local top = x * option.height
    if board:sub(top, top) == "." then list[#list + 1] = x end
  end
  return list
end

function play(board, x, seat)
  local at = board:find(".", (x - 1) * option.height + 1, true)
  return board:sub(1, at - 1) .. (seat == 1 and "X" or "O") .. board:sub(at + 1)
end

function grid(board)
  local rows = {}
  for y = option.height, 1, -1 do
    local row = {}
    for x = 1, option.width do
      local at = (x - 1) * option.height + y
      row[x] = board:sub(at, at)
    end
    rows[#rows + 1] = table.concat(row)
  end
  return rows
end

function cell(board, x) -- the top square of the column
  return { x, 1 }
end
