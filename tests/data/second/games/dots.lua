-- Dots and Boxes on 2×2 boxes. In turn, draw a line between two neighbouring dots; whoever
-- closes a box gets it and draws again. The state holds the twelve lines, the boxes of each
-- player and who moves; a move is the number of a line.
title = { en = "Dots and Boxes 2×2", fr = "Pipopipette 2×2" }
tagline = { en = "Close more boxes than the other", fr = "Fermer plus de carrés que l'autre" }
margin = true -- how many more boxes matters
max_score = 4
tones = { ["1"] = 1, ["2"] = 2, ["-"] = "soft", ["|"] = "soft" }

rules = {
  { en = "In turn, draw a line between two neighbouring dots.",
    fr = "À tour de rôle, tracez un trait entre deux points voisins." },
  { en = "Whoever closes a box gets it and must draw again. Whoever has more boxes in the end wins.",
    fr = "Qui ferme un carré le gagne et doit rejouer. Qui a le plus de carrés à la fin gagne." },
}

--  ·1·2·      lines 1, 2, 6, 7, 11, 12 lie flat, the others stand upright
--  3 4 5
--  ·6·7·
--  8 9 10
--  ·11·12·
local boxes = { { 1, 3, 4, 6 }, { 2, 4, 5, 7 }, { 6, 8, 9, 11 }, { 7, 9, 10, 12 } }
local place = { { 2, 1 }, { 4, 1 }, { 1, 2 }, { 3, 2 }, { 5, 2 }, { 2, 3 }, { 4, 3 }, { 1, 4 }, { 3, 4 }, { 5, 4 }, { 2, 5 }, { 4, 5 } }

local function drawn(lines, n)
  return lines:sub(n, n) == "x"
end

local function closed(lines, box)
  for _, n in ipairs(box) do
    if not drawn(lines, n) then return false end
  end
  return true
end

function init()
  return { lines = ("."):rep(12), boxes = "....", seat = 1 }
end

function turn(s)
  return s.seat
end

function over(s)
  if s.lines:find(".", 1, true) then return nil end
  local _, first = s.boxes:gsub("1", "")
  return { first, 4 - first }
end

function moves(s)
  local list = {}
  for n = 1, 12 do
    if not drawn(s.lines, n) then list[#list + 1] = n end
  end
  return list
end

function play(s, n)
  s.lines = s.lines:sub(1, n - 1) .. "x" .. s.lines:sub(n + 1)
  local again = false
  for i, box in ipairs(boxes) do
    if s.boxes:sub(i, i) == "." and closed(s.lines, box) then
      s.boxes = s.boxes:sub(1, i - 1) .. s.seat .. s.boxes:sub(i + 1)
      again = true
    end
  end
  if not again then s.seat = 3 - s.seat end
  return s
end

function grid(s)
  local rows = {}
  for y = 1, 5 do
    rows[y] = {}
    for x = 1, 5 do rows[y][x] = (x % 2 == 1 and y % 2 == 1) and "·" or "." end
  end
  for n, at in ipairs(place) do
    if drawn(s.lines, n) then rows[at[2]][at[1]] = at[2] % 2 == 1 and "-" or "|" end
  end
  for i = 1, 4 do rows[i < 3 and 2 or 4][i % 2 == 1 and 2 or 4] = s.boxes:sub(i, i) end
  return rows
end

function cell(s, n)
  return place[n]
end

function draw(s)
  local rows = {}
  for y, row in ipairs(grid(s)) do rows[y] = table.concat(row):gsub("%.", " ") end
  return rows
end
