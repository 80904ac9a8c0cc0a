-- Chomp: a bar of chocolate, one square of which is poisoned. Shows `lesson`: a first lesson of a
-- few moves, each with a word before it and one after it.
-- The state is a list: how many squares each row still has, from the top. A move is {x, y}.
title = { en = "Chomp", fr = "Chomp" }
tagline = { en = "a bar of chocolate, and one poisoned square", fr = "une tablette de chocolat, dont un carré empoisonné" }
impartial = true
tones = { ["☠"] = "danger" }

options = {
  { name = "width", default = 5, min = 1, max = 6, help = { en = "squares in a row", fr = "carrés par rangée" } },
  { name = "height", default = 4, min = 1, max = 6, help = { en = "rows", fr = "rangées" } },
}

rules = {
  { en = "In turn, bite a square off the bar: it goes with all that lies below it and to its right.",
    fr = "À tour de rôle, croquez un carré de la tablette : il part avec tout ce qui est en dessous et à sa droite." },
  { en = "The square in the top left corner is poisoned. Whoever eats it loses.",
    fr = "Le carré en haut à gauche est empoisonné. Qui le mange perd." },
}

lesson = {
  options = "width=3 height=3",
  steps = {
    { at = "[3,3,3]/1", good = "*",
      say = { en = "A bar of chocolate; the skull is poison. Bite off any square and see what goes with it.",
              fr = "Une tablette de chocolat ; le crâne est du poison. Croquez un carré et voyez ce qui part avec lui." } },
    { at = "[2,0,0]/1", good = "[2,1]",
      say = { en = "Two squares are left. Leave the poison to the other.",
              fr = "Il reste deux carrés. Laissez le poison à l’autre." },
      right = { en = "Now nothing is left to eat but poison.", fr = "Il ne reste plus que du poison à manger." },
      wrong = { en = "That is the poison itself.", fr = "C’est le poison même." } },
    { at = "[3,3,3]/1", good = "[2,2]", reply = "[3,1]",
      say = { en = "A square bar can always be won: leave one row and one column of equal length.",
              fr = "Une tablette carrée se gagne toujours : laissez une rangée et une colonne de même longueur." },
      right = { en = "Both arms are equal. Whatever the other bites off one, you bite off the other.",
                fr = "Les deux bras sont égaux. Ce que l’autre croque à l’un, croquez-le à l’autre." },
      wrong = { en = "Bite in the second row, at its second square.",
                fr = "Croquez dans la deuxième rangée, à son deuxième carré." } },
    { good = "[1,3]",
      say = { en = "The row is shorter by one. Do the same to the column.",
              fr = "La rangée a un carré de moins. Faites de même à la colonne." },
      right = { en = "Equal again, and so on to the poison.", fr = "De nouveau égaux, et ainsi jusqu’au poison." },
      wrong = { en = "Now the arms differ: the other makes them equal, and wins.",
                fr = "Les bras diffèrent : l’autre les rend égaux, et gagne." } },
  },
}

function init()
  local bar = {}
  for y = 1, option.height do bar[y] = option.width end
  return bar
end

function over(bar, seat)
  if bar[1] == 0 then return win(seat) end -- the other has just eaten the poison
end

function moves(bar)
  local list = {}
  for y = 1, #bar do
    for x = 1, bar[y] do list[#list + 1] = { x, y } end
  end
  return list
end

function play(bar, bite)
  for y = bite[2], #bar do bar[y] = math.min(bar[y], bite[1] - 1) end
  return bar
end

function grid(bar)
  local rows = {}
  for y = 1, #bar do
    rows[y] = ("■"):rep(bar[y]) .. ("."):rep(option.width - bar[y])
  end
  if bar[1] > 0 then rows[1] = "☠" .. rows[1]:sub(#"■" + 1) end
  return rows
end

function cell(bar, bite)
  return bite
end
