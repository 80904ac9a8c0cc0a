-- Kuhn's poker: three cards, one for each player; check or bet, fold or call. The smallest
-- game in which bluffing pays (H. W. Kuhn, 1950). In a view, a card that is not known is 0.
title = { en = "Kuhn's poker", fr = "Poker de Kuhn" }
tagline = { en = "Three cards, one bet, and bluffs", fr = "Trois cartes, une mise, et du bluff" }
margin = true
max_score = 2

rules = {
  { en = "Three cards bear the numbers 1 to 3. Each player stakes a coin and gets one card, unseen by the other.",
    fr = "Trois cartes portent les nombres de 1 à 3. Chacun mise un jeton et reçoit une carte que l'autre ne voit pas." },
  { en = "In turn: check, or bet a second coin; against a bet, fold, or call with a second coin. After two checks or a " ..
         "call the cards are shown and the higher one wins the coins.",
    fr = "À tour de rôle : check, ou bet pour miser un second jeton ; contre une mise, fold pour se coucher, ou call " ..
         "pour suivre. Après deux check ou un call, on montre les cartes et la plus haute gagne les jetons." },
}

local shown = { ["check check"] = 1, ["bet call"] = 2, ["check bet call"] = 2 } -- coins won at a showdown
local folded = { ["bet fold"] = 1, ["check bet fold"] = 2 }                     -- the seat that wins one coin

function init()
  local first = math.random(3)
  local second = (first + math.random(2) - 1) % 3 + 1
  return { cards = { first, second }, said = "" }
end

function over(s)
  local coins, winner = shown[s.said], folded[s.said]
  if coins and s.cards[1] < s.cards[2] then winner = 2 end
  winner = winner or coins and 1
  if not winner then return nil end
  coins = coins or 1
  return { winner == 1 and coins or -coins, winner == 2 and coins or -coins }
end

function moves(s)
  if shown[s.said] or folded[s.said] then return {} end
  if s.said:find("bet") then return { "fold", "call" } end
  return { "check", "bet" }
end

function play(s, word)
  s.said = s.said == "" and word or s.said .. " " .. word
  return s
end

function hide(s, seat) -- 0: a spectator; at a showdown everybody sees
  for i = 1, 2 do
    if i ~= seat and not shown[s.said] then s.cards[i] = 0 end
  end
  return s
end

function guess(s) -- every deal that fits is equally likely
  local free = {}
  for card = 1, 3 do
    if s.cards[1] ~= card and s.cards[2] ~= card then free[#free + 1] = card end
  end
  for i = 1, 2 do
    if s.cards[i] == 0 then s.cards[i] = table.remove(free, math.random(#free)) end
  end
  return s
end

function draw(s, seat, lang)
  local function face(card) return card == 0 and "?" or card end
  return { "1: " .. face(s.cards[1]) .. "   2: " .. face(s.cards[2]), s.said == "" and "-" or s.said }
end

function print(s)
  local function face(card) return card == 0 and "?" or card end
  return face(s.cards[1]) .. face(s.cards[2]) .. ":" .. s.said:gsub(" ", "-")
end

function parse(text)
  local first, second, said = text:match("^([?123])([?123]):([a-z-]*)$")
  local why = { en = "A position is written 13:check-bet, ? for a card that is not known.",
                fr = "Une position s'écrit 13:check-bet, ? pour une carte inconnue." }
  if not first or (first == second and first ~= "?") then return nil, why end
  said = said:gsub("-", " ")
  local known = { [""] = 1, ["check"] = 1, ["bet"] = 1, ["check bet"] = 1 }
  if not (known[said] or shown[said] or folded[said]) then return nil, why end
  if shown[said] and (first == "?" or second == "?") then return nil, why end
  return { cards = { tonumber(first) or 0, tonumber(second) or 0 }, said = said }
end
