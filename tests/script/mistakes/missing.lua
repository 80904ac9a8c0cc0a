-- Planted mistake: a function is missing.
rules = "Take 1 to 3 of ten matches; whoever takes the last one wins."

function init()
  return { left = 10 }
end

function over(s, seat)
  if s.left == 0 then return lose(seat) end
end

function moves(s)
  local list = {}
  for take = 1, math.min(3, s.left) do list[take] = take end
  return list
end

