-- Cram: dominoes on a square board. Shows `symmetries` and `order`, which change nothing but the time:
-- positions that are turned or mirrored are solved once, and moves that take the most away are tried first.
-- The state is a number with a bit for each covered square. A move is the number of its first square, row
-- by row, doubled; one more if the domino stands upright.
title = { en = "Cram", fr = "Cram" }
tagline = { en = "the last domino wins", fr = "le dernier domino gagne" }
nimbers = true
max_plies, state_bytes = 8, 5 -- small numbers leave room for a key, without which symmetries are of no use
tones = { ["▪"] = "soft" }

options = {
  { name = "size", default = 4, min = 2, max = 4, help = { en = "squares in a row", fr = "cases par rangée" } },
}

rules = {
  { en = "In turn, lay a domino on two free squares that are side by side, flat or upright.",
    fr = "À tour de rôle, posez un domino sur deux cases libres voisines, à plat ou debout." },
  { en = "Whoever cannot lay one has lost.", fr = "Qui ne peut plus en poser a perdu." },
}

local function bit(x, y)
  return 1 << (y * option.size + x)
end

local function domino(move)
  local n, upright = move // 2, move % 2
  local x, y = n % option.size, n // option.size
  return x, y, x + 1 - upright, y + upright
end

local function squares(move)
  local x, y, a, b = domino(move)
  if a >= option.size or b >= option.size then return nil end
  return bit(x, y) | bit(a, b)
end

function init()
  return 0
end

function moves(board)
  local list = {}
  for move = 0, 2 * option.size * option.size - 1 do
    local two = squares(move)
    if two and board & two == 0 then list[#list + 1] = move end
  end
  return list
end

function over(board, seat)
  if #moves(board) == 0 then return lose(seat) end
end

function play(board, move)
  return board | squares(move)
end

-- The four turns of the board, each as it is and mirrored: eight in all.
local function carried(board, to)
  local other = 0
  for y = 0, option.size - 1 do
    for x = 0, option.size - 1 do
      if board & bit(x, y) ~= 0 then other = other | bit(to(x, y)) end
    end
  end
  return other
end

local function turned(x, y)
  return option.size - 1 - y, x
end

local function mirrored(x, y)
  return y, x
end

function symmetries(board)
  local list = {}
  for _ = 1, 4 do
    board = carried(board, turned)
    list[#list + 1] = board
    list[#list + 1] = carried(board, mirrored)
  end
  return list
end

function order(board, move)
  return -#moves(play(board, move))
end

function grid(board)
  local rows = {}
  for y = 0, option.size - 1 do
    rows[y + 1] = ""
    for x = 0, option.size - 1 do
      rows[y + 1] = rows[y + 1] .. (board & bit(x, y) ~= 0 and "▪" or ".")
    end
  end
  return rows
end

function cell(board, move)
  local x, y, a, b = domino(move)
  return { { x + 1, y + 1 }, { a + 1, b + 1 } }
end

function print_move(board, move)
  local x, y, a, b = domino(move)
  local names = "abcd"
  return names:sub(x + 1, x + 1) .. y + 1 .. names:sub(a + 1, a + 1) .. b + 1
end
