-- Goofspiel with four cards each: both bid a card on a prize, unseen, and the higher card takes it. The
-- prizes lie in an order that nobody knows; what is not seen is 0. First's bid is -1 to all others until
-- Second has bid: a game in which both choose at once is one in which the second does not see.
title = { en = "Goofspiel", fr = "Goofspiel" }
tagline = { en = "Bid your cards on prizes, both at once", fr = "Misez vos cartes sur des prix, en même temps" }
max_score = 10

rules = {
  { en = "Each player has the cards 1 to 4. Four prizes, worth 1 to 4 points, lie face down in any order; one after the " ..
         "other is turned up.",
    fr = "Chacun a les cartes de 1 à 4. Quatre prix, de 1 à 4 points, sont posés face cachée dans un ordre quelconque ; on " ..
         "les retourne l'un après l'autre." },
  { en = "Both bid a card on the prize, unseen; the higher card takes it, and between equal cards nobody does. Cards that " ..
         "were bid are gone. Who has more points in the end wins.",
    fr = "Chacun mise une carte sur le prix, sans que l'autre la voie ; la plus haute l'emporte, et entre cartes égales " ..
         "personne. Les cartes misées sont perdues. Qui a le plus de points à la fin gagne." },
}

local CARDS = 4

function init()
  local deck, prizes = {}, {}
  for i = 1, CARDS do deck[i] = i end
  for i = 1, CARDS do prizes[i] = table.remove(deck, math.random(#deck)) end
  return { prizes = prizes, hands = { "1234", "1234" }, bid = 0, points = { 0, 0 }, trick = 1 }
end

function over(s)
  return s.trick > CARDS and { s.points[1], s.points[2] } or nil
end

function moves(s, seat)
  local list = {}
  for card in s.hands[seat]:gmatch("%d") do list[#list + 1] = tonumber(card) end
  return list
end

local function take(s, seat, card) s.hands[seat] = s.hands[seat]:gsub(tostring(math.tointeger(card)), "") end

function play(s, card, seat)
  if seat == 1 then
    s.bid = card
    return s
  end
  local winner = s.bid > card and 1 or s.bid < card and 2
  if winner then s.points[winner] = s.points[winner] + s.prizes[s.trick] end
  take(s, 1, s.bid)
  take(s, 2, card)
  s.bid = 0
  s.trick = s.trick + 1
  return s
end

function hide(s, seat)
  for i = s.trick + 1, CARDS do s.prizes[i] = 0 end
  if seat ~= 1 and s.bid > 0 then s.bid = -1 end
  return s
end

function guess(s)
  local left = {}
  for prize = 1, CARDS do
    local seen = false
    for i = 1, CARDS do seen = seen or s.prizes[i] == prize end
    if not seen then left[#left + 1] = prize end
  end
  for i = 1, CARDS do
    if s.prizes[i] == 0 then s.prizes[i] = table.remove(left, math.random(#left)) end
  end
  if s.bid < 0 then
    local at = math.random(#s.hands[1])
    s.bid = tonumber(s.hands[1]:sub(at, at))
  end
  return s
end

function draw(s)
  local prizes = {}
  for i = 1, CARDS do prizes[i] = s.prizes[i] == 0 and "?" or tostring(s.prizes[i]) end
  return { "[" .. table.concat(prizes, " ") .. "]", "1: " .. s.hands[1] .. "  " .. s.points[1],
           "2: " .. s.hands[2] .. "  " .. s.points[2] }
end
