-- Games in a table: First chooses a row, Second a column, neither sees the other's choice, and the number
-- where they meet is what Second pays First. `game` picks the table; write your own below.
title = { en = "A game in a table", fr = "Un jeu dans un tableau" }
tagline = { en = "A row, a column, and a payment", fr = "Une ligne, une colonne, un paiement" }
margin = true
max_plies = 2

options = {
  { name = "game", choices = { "pennies", "scissors", "saddle", "dominated", "uneven" }, help = { en = "which table", fr = "quel tableau" } },
}

-- pennies: mix evenly. scissors: three ways, alike. saddle: the middle row and column, and no mix. dominated:
-- cross out what is never better, again and again, and one row is left. uneven: a two by two that is mixed
-- 3 to 1 and 1 to 1, and is worth 1/2.
local tables = {
  pennies = { { 1, -1 }, { -1, 1 } },
  scissors = { { 0, -1, 1 }, { 1, 0, -1 }, { -1, 1, 0 } },
  saddle = { { 1, -2, 3 }, { 2, 1, 4 }, { -3, -1, 5 } },
  dominated = { { 3, 1, 4 }, { 2, 0, 1 }, { 1, 0, 5 } },
  uneven = { { 1, 0 }, { -1, 2 } },
}
max_score = 5

rules = {
  { en = "First chooses a row, then Second a column, without seeing it. The number where they meet is what Second pays First.",
    fr = "First choisit une ligne, puis Second une colonne, sans la voir. Le nombre où elles se croisent est ce que Second " ..
         "paie à First." },
}

function init() return { row = 0, column = 0 } end

local function matrix() return tables[option.game] end

function over(s)
  if s.column == 0 then return nil end
  local paid = matrix()[s.row][s.column]
  return { paid, -paid }
end

function moves(s, seat)
  local list = {}
  if s.column > 0 then return list end
  for i = 1, seat == 1 and #matrix() or #matrix()[1] do list[i] = i end
  return list
end

function play(s, n, seat)
  if seat == 1 then s.row = n else s.column = n end
  return s
end

function hide(s, seat) -- a row that was chosen and is not seen is -1
  if seat ~= 1 and s.column == 0 and s.row > 0 then s.row = -1 end
  return s
end

function guess(s)
  if s.row < 0 then s.row = math.random(#matrix()) end
  return s
end

function draw(s)
  local lines = {}
  for row, numbers in ipairs(matrix()) do
    local line = row == s.row and ">" or " "
    for column, n in ipairs(numbers) do
      line = line .. string.format(row == s.row and column == s.column and " [%2d]" or "  %2d ", n)
    end
    lines[row] = line
  end
  return lines
end
