-- Planted mistake: the order of the moves comes from pairs.
rules = "Take 1 to 3 of ten matches; whoever takes the last one wins."

function init()
  return { left = 10 }
end

function over(s, seat)
  if s.left == 0 then return lose(seat) end
end

function moves(s)
  local list = {}
  local names = { one = 1, two = 2, three = 3 }
  for _, take in pairs(names) do
    if take <= s.left then list[#list + 1] = take end
  end
  return list
end

function play(s, take)
  return { left = s.left - take }
end

function draw(s)
  return "left: " .. s.left
end
