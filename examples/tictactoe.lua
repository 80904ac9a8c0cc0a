-- Tic-tac-toe. The state is a text of nine characters, row by row from the top; a move is the
-- number of a square, 1 to 9.
title = { en = "Tic-tac-toe (Lua)", fr = "Morpion (Lua)" }
roles = { { en = "Crosses", fr = "Croix" }, { en = "Noughts", fr = "Ronds" } }
tones = { X = 1, O = 2 }

rules = {
  { en = "In turn, mark an empty square: the first player with X, the second with O.",
    fr = "À tour de rôle, marquez une case vide : le premier d'un X, le second d'un O." },
  { en = "Whoever first has three marks in a row wins. A full board without a row is a tie.",
    fr = "Qui aligne trois marques le premier gagne. Une grille pleine sans ligne est une égalité." },
}

local lines = { { 1, 2, 3 }, { 4, 5, 6 }, { 7, 8, 9 }, { 1, 4, 7 }, { 2, 5, 8 }, { 3, 6, 9 }, { 1, 5, 9 }, { 3, 5, 7 } }

local function has_row(board, mark)
  for _, line in ipairs(lines) do
    local all = true
    for _, square in ipairs(line) do
      all = all and board:sub(square, square) == mark
    end
    if all then return true end
  end
  return false
end

function init()
  return "........."
end

function turn(board) -- as many X as O: X moves
  local _, marks = board:gsub("[XO]", "")
  return marks % 2 + 1
end

function over(board)
  if has_row(board, "X") then return win(1) end
  if has_row(board, "O") then return win(2) end
  if not board:find(".", 1, true) then return tie() end
end

function moves(board)
  local list = {}
  if over(board) then return list end
  for square = 1, 9 do
    if board:sub(square, square) == "." then list[#list + 1] = square end
  end
  return list
end

function play(board, square, seat)
  return board:sub(1, square - 1) .. (seat == 1 and "X" or "O") .. board:sub(square + 1)
end

function grid(board)
  return { board:sub(1, 3), board:sub(4, 6), board:sub(7, 9) }
end

function cell(board, square)
  return { (square - 1) % 3 + 1, (square - 1) // 3 + 1 }
end

function print(board)
  return board
end

function parse(text)
  local _, x = text:gsub("X", "")
  local _, o = text:gsub("O", "")
  local both = has_row(text, "X") and (has_row(text, "O") or x == o)
  if not text:match("^[XO.]+$") or #text ~= 9 or x < o or x > o + 1 or both or (has_row(text, "O") and x ~= o) then
    return nil, { en = "A position is nine squares, X.O......, that play can reach.",
                  fr = "Une position est faite de neuf cases, X.O......, que le jeu peut atteindre." }
  end
  return text
end

function ending(board)
  for _, row in ipairs(lines) do
    local mark = board:sub(row[1], row[1])
    if mark ~= "." and mark == board:sub(row[2], row[2]) and mark == board:sub(row[3], row[3]) then
      return { { en = "Three in a row.", fr = "Trois en ligne.",
                 cells = { cell(board, row[1]), cell(board, row[2]), cell(board, row[3]) } } }
    end
  end
  return { { en = "The board is full.", fr = "Le plateau est plein." } }
end
