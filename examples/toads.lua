-- Toads and frogs. Shows `puzzles`: positions of the file's own, each with its question, the answer,
-- what shows that it is right, and what is said of any other move.
-- The state is a text of one character a cell: T a toad, F a frog, a dot a free one. Toads go to the
-- right, frogs to the left. A move is the number of the cell whose animal moves.
title = { en = "Toads and frogs", fr = "Crapauds et grenouilles" }
tagline = { en = "step, or jump over one of the others", fr = "un pas, ou un saut par-dessus l’un des autres" }
roles = { { en = "Toads", fr = "Crapauds" }, { en = "Frogs", fr = "Grenouilles" } }
tones = { T = 1, F = 2 }

rules = {
  { en = "In turn, move one of your animals: a step onto the free cell before it, or a jump over one of the others onto the free cell behind.",
    fr = "À tour de rôle, déplacez l’un de vos animaux : un pas sur la case libre devant lui, ou un saut par-dessus l’un des autres sur la case libre derrière." },
  { en = "Toads go to the right, frogs to the left. Whoever cannot move has lost.",
    fr = "Les crapauds vont à droite, les grenouilles à gauche. Qui ne peut plus jouer a perdu." },
}

local last_toad = { en = "Toads to move: one animal only keeps the last move for them. Which?",
                    fr = "Aux crapauds : un seul animal leur garde le dernier coup. Lequel ?" }
local stuck = { en = "Then the toads run out of moves first.", fr = "Alors les crapauds sont les premiers à court de coups." }

puzzles = {
  { at = "TT.TF.FF/1", ask = last_toad, answer = "4", wrong = stuck,
    why = { en = "The jump wins; after the step on cell 2 the toads run out of moves first.",
            fr = "Le saut gagne ; après le pas de la case 2, les crapauds sont les premiers à court de coups." } },
  { at = "T.TFFT.F/1", ask = last_toad, answer = "6", wrong = stuck,
    why = { en = "The toad in front steps on; after the step on cell 1 the toads run out of moves first.",
            fr = "Le crapaud de tête avance ; après le pas de la case 1, les crapauds sont les premiers à court de coups." } },
  { at = "TF.TFT.F/1", ask = last_toad, answer = "6", wrong = stuck,
    why = { en = "The toad in front steps on; after the jump from cell 1 the toads run out of moves first.",
            fr = "Le crapaud de tête avance ; après le saut de la case 1, les crapauds sont les premiers à court de coups." } },
  { at = ".FTTFT.F/2", answer = "8",
    ask = { en = "Frogs to move: one animal only keeps the last move for them. Which?",
            fr = "Aux grenouilles : un seul animal leur garde le dernier coup. Lequel ?" },
    wrong = { en = "Then the frogs run out of moves first.", fr = "Alors les grenouilles sont les premières à court de coups." },
    why = { en = "The last frog steps on; after the step on cell 2 the frogs run out of moves first.",
            fr = "La dernière grenouille avance ; après le pas de la case 2, les grenouilles sont les premières à court de coups." } },
}

local function landing(row, n, seat)
  local own, other, ahead = "T", "F", 1
  if seat == 2 then own, other, ahead = "F", "T", -1 end
  local function at(i) return i >= 1 and row:sub(i, i) or "" end
  if at(n) ~= own then return nil end
  if at(n + ahead) == "." then return n + ahead end
  if at(n + ahead) == other and at(n + 2 * ahead) == "." then return n + 2 * ahead end
end

function init()
  return "TTT..FFF"
end

function moves(row, seat)
  local list = {}
  for n = 1, #row do
    if landing(row, n, seat) then list[#list + 1] = n end
  end
  return list
end

function over(row, seat)
  if #moves(row, seat) == 0 then return lose(seat) end
end

function play(row, n, seat)
  local to, cells = landing(row, n, seat), {}
  for i = 1, #row do cells[i] = row:sub(i, i) end
  cells[to], cells[n] = cells[n], "."
  return table.concat(cells)
end

function grid(row)
  return { row }
end

function cell(row, n)
  return { n, 1 }
end
