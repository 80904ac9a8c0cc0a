-- Leduc poker: six cards of three ranks, two rounds of betting, one card on the table (F. Southey and
-- others, "Bayes' Bluff", 2005). Ranks are 1 to 3; a card that is not known is 0. What was said in a round
-- is a text of letters: k check, b bet, c call, r raise, f fold.
-- The card on the table is turned up by Second, by a move of its own, so that nobody learns something in
-- the middle of a turn.
title = { en = "Leduc poker", fr = "Poker de Leduc" }
tagline = { en = "Two rounds, one card on the table", fr = "Deux tours, une carte sur la table" }
margin = true
max_score = 13

rules = {
  { en = "Six cards: two 1s, two 2s, two 3s. Each player stakes a coin and gets one card, unseen by the other; a third " ..
         "lies face down on the table.",
    fr = "Six cartes : deux 1, deux 2, deux 3. Chacun mise un jeton et reçoit une carte que l'autre ne voit pas ; une " ..
         "troisième est posée face cachée sur la table." },
  { en = "In turn: check, or bet; against a bet fold, call, or raise once. Bets and raises are of two coins. Then Second " ..
         "turns up the card on the table, and a second round follows, of four coins.",
    fr = "À tour de rôle : check, ou bet pour miser ; contre une mise, fold pour se coucher, call pour suivre, ou raise " ..
         "pour relancer, une fois. On mise et relance de deux jetons. Puis Second retourne la carte de la table, et " ..
         "vient un second tour, de quatre jetons." },
  { en = "In the end whoever has a pair with the card on the table wins the coins of the other, else the higher card; with " ..
         "equal cards nobody does.",
    fr = "À la fin, qui fait la paire avec la carte de la table gagne les jetons de l'autre, sinon la plus haute carte ; à " ..
         "cartes égales, personne." },
}

local letters = { check = "k", bet = "b", call = "c", raise = "r", fold = "f" }
local stakes = { 2, 4 }

function init()
  local deck = { 1, 1, 2, 2, 3, 3 }
  local function draw_one() return table.remove(deck, math.random(#deck)) end
  return { cards = { draw_one(), draw_one() }, board = draw_one(), first = "", second = "", up = false }
end

local function is_closed(said) return said == "kk" or said:find("c$") ~= nil end

local function round_of(s) return s.up and "second" or "first" end

local function showdown(s) return s.up and is_closed(s.second) end

function turn(s)
  if is_closed(s.first) and not s.up then return 2 end
  return #s[round_of(s)] % 2 + 1
end

local function paid(s) -- coins of each player
  local coins = { 1, 1 }
  for round, name in ipairs({ "first", "second" }) do
    local level, base = 0, { coins[1], coins[2] }
    for i = 1, #s[name] do
      local word, seat = s[name]:sub(i, i), (i - 1) % 2 + 1
      if word == "b" or word == "r" then level = level + stakes[round] end
      if word ~= "k" and word ~= "f" then coins[seat] = base[seat] + level end
    end
  end
  return coins
end

function over(s)
  local folded = s[round_of(s)]:find("f$")
  if not folded and not showdown(s) then return nil end
  local coins, winner = paid(s), nil
  if folded then
    winner = #s[round_of(s)] % 2 + 1
  elseif s.cards[1] ~= s.cards[2] then
    local function rank(card) return card == s.board and 10 or card end
    winner = rank(s.cards[1]) > rank(s.cards[2]) and 1 or 2
  end
  if not winner then return { 0, 0 } end
  local won = coins[3 - winner]
  return { winner == 1 and won or -won, winner == 2 and won or -won }
end

function moves(s)
  local said = s[round_of(s)]
  if over(s) then return {} end
  if is_closed(s.first) and not s.up then return { "turn" } end
  if said == "" or said == "k" then return { "check", "bet" } end
  if said:find("b$") then return { "fold", "call", "raise" } end
  return { "fold", "call" }
end

function play(s, word)
  if word == "turn" then
    s.up = true
  else
    s[round_of(s)] = s[round_of(s)] .. letters[word]
  end
  return s
end

function hide(s, seat)
  for i = 1, 2 do
    if i ~= seat and not showdown(s) then s.cards[i] = 0 end
  end
  if not s.up then s.board = 0 end
  return s
end

function guess(s) -- the unseen cards in any order
  local left = { 2, 2, 2 }
  for _, card in ipairs({ s.cards[1], s.cards[2], s.board }) do
    if card > 0 then left[card] = left[card] - 1 end
  end
  local deck = {}
  for card = 1, 3 do
    if left[card] < 0 then return nil, { en = "There are only two cards of each rank.", fr = "Il n'y a que deux cartes de chaque rang." } end
    for _ = 1, left[card] do deck[#deck + 1] = card end
  end
  local function known(card) return card > 0 and card or table.remove(deck, math.random(#deck)) end
  s.cards[1] = known(s.cards[1])
  s.cards[2] = known(s.cards[2])
  s.board = known(s.board)
  return s
end

function draw(s)
  local function face(card) return card == 0 and "?" or card end
  local coins = paid(s)
  return { "1: " .. face(s.cards[1]) .. "   2: " .. face(s.cards[2]) .. "   [" .. face(s.board) .. "]",
           s.first .. "/" .. s.second .. "   " .. coins[1] .. " : " .. coins[2] }
end
