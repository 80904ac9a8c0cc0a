-- Planted mistake: hide forgets a card of the other player.
rules = "Each player gets a card; in turn, say higher or lower, then both cards are shown."

function init()
  return { cards = { math.random(5), math.random(5) }, said = 0 }
end

function over(s)
  if s.said < 2 then return nil end
  return { s.cards[1], s.cards[2] }
end

function moves(s)
  return s.said < 2 and { "higher", "lower" } or {}
end

function play(s)
  s.said = s.said + 1
  return s
end

function hide(s, seat)
  if s.said == 2 then return s end
  if seat ~= 1 and s.said == 0 then s.cards[1] = 0 end
  if seat ~= 2 then s.cards[2] = 0 end
  return s
end

function guess(s)
  if s.said == 2 then return s end
  for i = 1, 2 do
    if i == 1 or s.cards[i] == 0 then s.cards[i] = math.random(5) end
  end
  return s
end

function draw(s)
  return s.cards[1] .. " " .. s.cards[2]
end
