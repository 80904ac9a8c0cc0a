-- Liar's dice, one die each: bid how many dice show a face, or call the other a liar. Sixes are wild. A die
-- that is not known is 0; bids are numbered, the ones of one die first.
title = { en = "Liar's dice", fr = "Dés menteurs" }
tagline = { en = "Bid on dice you do not see", fr = "Misez sur des dés que vous ne voyez pas" }
max_plies = 14

rules = {
  { en = "Each player throws a die that the other does not see. In turn they bid: so many dice show such a face, like 1x4 " ..
         "or 2x3. A bid must be higher than the last: more dice, or as many of a higher face.",
    fr = "Chacun lance un dé que l'autre ne voit pas. À tour de rôle, on annonce : tant de dés montrent telle face, comme " ..
         "1x4 ou 2x3. Une annonce doit dépasser la dernière : plus de dés, ou autant d'une face plus haute." },
  { en = "Instead of bidding, say liar: both dice are shown. Sixes count as any face. If the last bid holds, its bidder " ..
         "wins, else whoever said liar.",
    fr = "Au lieu d'annoncer, on dit liar (menteur) : on montre les deux dés. Le six vaut n'importe quelle face. Si la " ..
         "dernière annonce tient, son auteur gagne, sinon celui qui l'a mise en doute." },
}

local FACES, DICE = 6, 2

function init()
  return { dice = { math.random(FACES), math.random(FACES) }, bid = 0, called = 0 }
end

local function read(bid) return (bid - 1) // FACES + 1, (bid - 1) % FACES + 1 end

function over(s)
  if s.called == 0 then return nil end
  local many, face = read(s.bid)
  local count = 0
  for i = 1, DICE do
    if s.dice[i] == face or s.dice[i] == FACES then count = count + 1 end
  end
  return count >= many and lose(s.called) or win(s.called)
end

function moves(s)
  local list = {}
  if s.called > 0 then return list end
  for bid = s.bid + 1, DICE * FACES do list[#list + 1] = bid end
  if s.bid > 0 then list[#list + 1] = 0 end
  return list
end

function play(s, bid, seat)
  if bid == 0 then s.called = seat else s.bid = bid end
  return s
end

function hide(s, seat)
  for i = 1, DICE do
    if i ~= seat and s.called == 0 then s.dice[i] = 0 end
  end
  return s
end

function guess(s)
  for i = 1, DICE do
    if s.dice[i] == 0 then s.dice[i] = math.random(FACES) end
  end
  return s
end

local function word(bid)
  if bid == 0 then return "liar" end
  local many, face = read(bid)
  return many .. "x" .. face
end

function print_move(s, bid) return word(bid) end

function draw(s)
  local function face(die) return die == 0 and "?" or die end
  return { "1: " .. face(s.dice[1]) .. "   2: " .. face(s.dice[2]), s.bid == 0 and "-" or word(s.bid) }
end
