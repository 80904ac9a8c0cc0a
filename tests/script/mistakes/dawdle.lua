-- Planted mistake: a player may stay, so that a position comes back; and the game goes on after it.
rules = "Step along twenty squares, or stay; whoever comes to the end wins."

function init()
  return { at = 0 }
end

function turn(s)
  return 1 + s.at % 2
end

function over(s, seat)
  if s.at == 20 then return lose(seat) end
end

function moves(s)
  return { 0, 1 }
end

function play(s, step)
  return { at = s.at + step }
end

function draw(s)
  return "at: " .. s.at
end
