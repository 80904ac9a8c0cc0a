-- Planted mistake: a position that only a few lines of play lead to cannot be looked at.
rules = "Take 1 to 3 of forty matches; whoever takes the last one wins."
impartial = true

function init()
  return 40
end

function over(left, seat)
  if left == 34 then error("thirty-four") end
  if left == 0 then return lose(seat) end
end

function moves(left)
  local list = {}
  for take = 1, math.min(3, left) do list[take] = take end
  return list
end

function play(left, take)
  return left - take
end

function draw(left)
  return "left: " .. left
end
