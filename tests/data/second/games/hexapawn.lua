-- Hexapawn, three pawns against three. Shows `edit`: on the analysis board a position is set up by
-- hand, a click changing a cell into the next thing that may stand there.
-- The state is a text of nine cells, row by row from the top: w white, b black, . empty. White goes up.
-- A move is {from, to}.
title = { en = "Hexapawn", fr = "Hexapion" }
tagline = { en = "three pawns each, on nine squares", fr = "trois pions chacun, sur neuf cases" }
roles = { { en = "White", fr = "Blancs" }, { en = "Black", fr = "Noirs" } }
tones = { w = 1, b = 2 }

rules = {
  { en = "In turn, move a pawn: one square forward if it is empty, or diagonally forward to capture.",
    fr = "À tour de rôle, avancez un pion : d’une case tout droit si elle est vide, ou en diagonale pour prendre." },
  { en = "Whoever reaches the far row, takes every pawn or leaves the other no move wins.",
    fr = "Qui atteint la dernière rangée, prend tous les pions ou ne laisse aucun coup à l’autre gagne." },
}

local function at(board, n)
  return board:sub(n, n)
end

local function put(board, n, thing)
  return board:sub(1, n - 1) .. thing .. board:sub(n + 1)
end

local function steps(board, seat)
  local own, other, ahead, list = "w", "b", -3, {}
  if seat == 2 then own, other, ahead = "b", "w", 3 end
  for n = 1, 9 do
    local to, column = n + ahead, (n - 1) % 3
    if at(board, n) == own and to >= 1 and to <= 9 then
      if at(board, to) == "." then list[#list + 1] = { n, to } end
      if column > 0 and at(board, to - 1) == other then list[#list + 1] = { n, to - 1 } end
      if column < 2 and at(board, to + 1) == other then list[#list + 1] = { n, to + 1 } end
    end
  end
  return list
end

function init()
  return "bbb...www"
end

function over(board, seat)
  if board:sub(1, 3):find("w") or not board:find("b") then return win(1) end
  if board:sub(7, 9):find("b") or not board:find("w") then return win(2) end
  if #steps(board, seat) == 0 then return lose(seat) end
end

function moves(board, seat)
  return over(board, seat) and {} or steps(board, seat)
end

function play(board, move)
  return put(put(board, move[2], at(board, move[1])), move[1], ".")
end

function edit(board, x, y, step)
  local things, n = ".wb", (y - 1) * 3 + x
  local next = (things:find(at(board, n), 1, true) - 1 + step) % #things + 1
  return put(board, n, at(things, next))
end

function grid(board)
  return { board:sub(1, 3), board:sub(4, 6), board:sub(7, 9) }
end

local function place(n)
  return { (n - 1) % 3 + 1, (n - 1) // 3 + 1 }
end

function cell(board, move)
  return { place(move[1]), place(move[2]) }
end

function print_move(board, move)
  local names = "abc"
  local from, to = place(move[1]), place(move[2])
  return at(names, from[1]) .. 4 - from[2] .. at(names, to[1]) .. 4 - to[2]
end

function print(board)
  return board
end

-- What was set up by hand comes here too, and is told what is wrong with it.
function parse(text)
  if #text ~= 9 or not text:match("^[wb.]+$") then
    return nil, { en = "A position is nine cells: w, b or a dot.", fr = "Une position est faite de neuf cases : w, b ou un point." }
  end
  local _, white = text:gsub("w", "")
  local _, black = text:gsub("b", "")
  if white > 3 or black > 3 then
    return nil, { en = "Each side has three pawns.", fr = "Chaque camp a trois pions." }
  end
  if text:sub(1, 3):find("w") and text:sub(7, 9):find("b") then
    return nil, { en = "Both have reached the far row.", fr = "Les deux ont atteint la dernière rangée." }
  end
  return text
end
