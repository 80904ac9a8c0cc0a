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

-- Never, always, one time in three: what each way to bluff is worth is worked out in its step.
lesson = {
  steps = {
    { at = "23:check/2", good = "bet",
      say = { en = "You have the 3, and the other has checked. You win whatever happens: get one coin more.",
              fr = "Vous avez le 3, et l’autre a dit check. Vous gagnez quoi qu’il arrive : prenez un jeton de plus." },
      right = { en = "A 3 is always bet here: it cannot lose.", fr = "Ici, on mise toujours le 3 : il ne peut pas perdre." },
      wrong = { en = "That wins one coin and no more. Bet.", fr = "Cela gagne un jeton, pas plus. Misez." } },
    { at = "21:check/2", good = "check",
      say = { en = "Now you have the 1. Never bluff: check, and lose your coin.",
              fr = "Vous avez maintenant le 1. Ne bluffez jamais : check, et perdez votre jeton." },
      right = { en = "Who never bluffs is punished: the other knows that you bet with 3s alone, folds every 2, and your 3 wins no " ..
                     "more than by checking.",
                fr = "Qui ne bluffe jamais est puni : l’autre sait que vous ne misez que le 3, couche tous ses 2, et votre 3 ne " ..
                     "gagne pas plus qu’avec check." },
      wrong = { en = "Later. First see what comes of never betting a 1.", fr = "Plus tard. Voyez d’abord ce qu’il advient de qui ne mise jamais le 1." } },
    { at = "21:check/2", good = "bet",
      say = { en = "The same cards. Now bluff always: bet.", fr = "Les mêmes cartes. Bluffez maintenant toujours : bet." },
      right = { en = "Who always bluffs is punished too: half of your bets are 1s, so a 2 calls every time and loses nothing by it, " ..
                     "where folding would cost it a coin.",
                fr = "Qui bluffe toujours est puni aussi : la moitié de vos mises sont des 1, donc le 2 suit chaque fois et n’y perd " ..
                     "rien, alors que se coucher lui coûterait un jeton." },
      wrong = { en = "Bet, to see what comes of it.", fr = "Misez, pour voir ce qu’il en advient." } },
    { at = "21:check/2", good = "*",
      say = { en = "Bluff one time in three. Throw a die: bet with a 1 or a 2, else check.",
              fr = "Bluffez une fois sur trois. Lancez un dé : misez avec un 1 ou un 2, sinon check." },
      right = { en = "Of four bets, three are 3s and one is a 1. A 2 that calls wins two coins once and loses two three times: one coin " ..
                     "a bet on average, as much as by folding. Whatever it does, it gains nothing.",
                fr = "Sur quatre mises, trois sont des 3 et une est un 1. Un 2 qui suit gagne deux jetons une fois et en perd deux trois " ..
                     "fois : un jeton par mise en moyenne, autant qu’à se coucher. Quoi qu’il fasse, il n’y gagne rien." } },
  },
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
