-- A small mine field, for one. Shows `mark`: a person flags a cell with a right click, and "Check my
-- flags" says whether a mine there is proved, wrong, or nobody can know yet.
-- The state, in texts of sixteen cells: `mine` has * for each mine and . for the rest (? where it is
-- hidden), `seen` 1 for each cell that was opened, `near` the number it shows. A move is the number of a cell.
title = { en = "A small mine field", fr = "Un petit champ de mines" }
tagline = { en = "open every cell but the mines", fr = "ouvrez toutes les cases sauf les mines" }
seats = 1
max_score = 20
tones = { ["*"] = "danger", ["■"] = "unknown" }
roles = { { en = "Sapper", fr = "Démineur" } }

local SIDE, MINES = 4, 3

rules = {
  { en = "Three mines lie in a field of four by four. Open a cell: it shows how many of the cells around it are mined.",
    fr = "Trois mines sont cachées dans un champ de quatre sur quatre. Ouvrez une case : elle montre combien de ses voisines sont minées." },
  { en = "Every cell opened scores a point; a mine ends the game and costs ten. The first corner is safe.",
    fr = "Chaque case ouverte vaut un point ; une mine finit la partie et en coûte dix. Le premier coin est sûr." },
}

local function put(text, n, mark)
  return text:sub(1, n - 1) .. mark .. text:sub(n + 1)
end

local function around(n)
  local list, x, y = {}, (n - 1) % SIDE, (n - 1) // SIDE
  for b = math.max(y - 1, 0), math.min(y + 1, SIDE - 1) do
    for a = math.max(x - 1, 0), math.min(x + 1, SIDE - 1) do
      if a ~= x or b ~= y then list[#list + 1] = b * SIDE + a + 1 end
    end
  end
  return list
end

local function count(mine, n)
  local mines = 0
  for _, m in ipairs(around(n)) do
    if mine:sub(m, m) == "*" then mines = mines + 1 end
  end
  return mines
end

local function opened(s, n)
  return s.seen:sub(n, n) == "1"
end

function init()
  local mine = ("."):rep(SIDE * SIDE)
  for _ = 1, MINES do
    local n
    repeat n = math.random(2, SIDE * SIDE) until mine:sub(n, n) == "."
    mine = put(mine, n, "*")
  end
  return play({ mine = mine, seen = ("0"):rep(SIDE * SIDE), near = ("?"):rep(SIDE * SIDE) }, 1)
end

-- What a cell says of its neighbours is written down when it is opened: hiding must not lose it.
function play(s, n)
  s.seen = put(s.seen, n, "1")
  s.near = put(s.near, n, s.mine:sub(n, n) == "*" and "*" or tostring(count(s.mine, n)))
  return s
end

local function score(s)
  local _, cells = s.seen:gsub("1", "")
  return cells - 1 - (s.near:find("*", 1, true) and 11 or 0)
end

function over(s)
  if s.near:find("*", 1, true) or score(s) == SIDE * SIDE - MINES - 1 then return { score(s) } end
end

function moves(s)
  local list = {}
  if over(s) then return list end
  for n = 1, SIDE * SIDE do
    if not opened(s, n) then list[#list + 1] = n end
  end
  return list
end

function hide(s)
  s.mine = ("?"):rep(SIDE * SIDE)
  return s
end

-- Every field of three mines that agrees with what was seen.
local function fields(s)
  local found = {}
  local function fits(mine)
    for n = 1, SIDE * SIDE do
      local near = s.near:sub(n, n)
      if near == "*" and mine:sub(n, n) ~= "*" then return false end
      if near:match("%d") and (mine:sub(n, n) == "*" or count(mine, n) ~= tonumber(near)) then return false end
    end
    return true
  end
  local function lay(mine, from, left)
    if left == 0 then
      if fits(mine) then found[#found + 1] = mine end
      return
    end
    for n = from, SIDE * SIDE do lay(put(mine, n, "*"), n + 1, left - 1) end
  end
  lay(("."):rep(SIDE * SIDE), 2, MINES)
  return found
end

function guess(s)
  local all = fields(s)
  if #all == 0 then
    return nil, { en = "No field has these numbers.", fr = "Aucun champ n’a ces nombres." }
  end
  s.mine = all[math.random(#all)]
  return s
end

function mark(s, seat, x, y)
  local n, mined, all = (y - 1) * SIDE + x, 0, fields(s)
  if opened(s, n) then return nil end
  for _, mine in ipairs(all) do
    if mine:sub(n, n) == "*" then mined = mined + 1 end
  end
  local args = { mined, #all }
  if mined == #all then
    return "proved", { { en = "In all {1} fields that agree with the numbers there is a mine here.",
                         fr = "Dans les {1} champs conformes aux nombres, il y a une mine ici.", args = args } }
  elseif mined == 0 then
    return "wrong", { { en = "In none of the {1} fields that agree with the numbers there is a mine here.",
                        fr = "Dans aucun des {1} champs conformes aux nombres il n’y a de mine ici.", args = args } }
  end
  return "open", { { en = "There is a mine here in {0} of the {1} fields that agree with the numbers.",
                     fr = "Il y a une mine ici dans {0} des {1} champs conformes aux nombres.", args = args } }
end

function grid(s)
  local rows = {}
  for y = 1, SIDE do
    rows[y] = s.near:sub((y - 1) * SIDE + 1, y * SIDE):gsub("%?", "■"):gsub("0", "·")
  end
  return rows
end

function cell(s, n)
  return { (n - 1) % SIDE + 1, (n - 1) // SIDE + 1 }
end

-- The mines where they are known, what was seen, with a bar between.
function print(s)
  return s.mine .. "|" .. s.near
end

function parse(text)
  local mine, near = text:match("^([.*?]+)|([0-9?*]+)$")
  if not mine or #mine ~= SIDE * SIDE or #near ~= #mine then
    return nil, { en = "A position is sixteen cells with mines, a bar, and sixteen that say what was seen.",
                  fr = "Une position est faite de seize cases avec les mines, d’une barre, et de seize qui disent ce qui a été vu." }
  end
  local s = { mine = mine, near = near, seen = near:gsub("[^?]", "1"):gsub("%?", "0") }
  if not mine:find("?", 1, true) then
    for n = 1, #mine do
      local said = near:sub(n, n)
      local true_one = mine:sub(n, n) == "*" and "*" or tostring(count(mine, n))
      if said ~= "?" and said ~= true_one then
        return nil, { en = "The numbers are not those of the mines.", fr = "Les nombres ne sont pas ceux des mines." }
      end
    end
  end
  return s
end
