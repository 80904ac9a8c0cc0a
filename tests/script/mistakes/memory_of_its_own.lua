-- Planted mistake: a function that remembers.
rules = "Take 1 to 3 of ten matches; whoever takes the last one wins."

function init()
  return { left = 10 }
end

local asked = 0

function over(s, seat)
  if s.left == 0 then return lose(seat) end
end

function moves(s)
  local list = {}
  asked = asked + 1
  if asked > 5 then return { 1 } end
  for take = 1, math.min(3, s.left) do list[take] = take end
  return list
end

function play(s, take)
  return { left = s.left - take }
end

function draw(s)
  return "left: " .. s.left
end
