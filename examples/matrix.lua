-- Games in a table: First chooses a row, Second a column, neither sees the other's choice, and the number
-- where they meet is what Second pays First. `game` picks the table; write your own below.
title = { en = "A game in a table", fr = "Un jeu dans un tableau" }
tagline = { en = "A row, a column, and a payment", fr = "Une ligne, une colonne, un paiement" }
margin = true
max_plies = 2

options = {
  { name = "game", choices = { "pennies", "scissors", "saddle", "dominated", "uneven" }, help = { en = "which table", fr = "quel tableau" } },
}

-- pennies: mix evenly. scissors: three ways, alike. saddle: the middle row and column, and no mix. dominated:
-- cross out what is never better, again and again, and one row is left. uneven: a two by two that is mixed
-- 3 to 1 and 1 to 1, and is worth 1/2.
local tables = {
  pennies = { { 1, -1 }, { -1, 1 } },
  scissors = { { 0, -1, 1 }, { 1, 0, -1 }, { -1, 1, 0 } },
  saddle = { { 1, -2, 3 }, { 2, 1, 4 }, { -3, -1, 5 } },
  dominated = { { 3, 1, 4 }, { 2, 0, 1 }, { 1, 0, 5 } },
  uneven = { { 1, 0 }, { -1, 2 } },
}
max_score = 5

-- A position names its table, what is crossed out of it, and the choices: "dominated-r2-c1:?" is after a choice
-- of First's that is not seen. So one lesson can go through several tables.
lesson = {
  options = "game=saddle",
  steps = {
    { at = "saddle:/1", good = "2",
      say = { en = "You choose a row, the other player a column; the number is what you are paid. Find the lowest number of each row, and " ..
                   "choose the row where it is highest.",
              fr = "Vous choisissez une ligne, l’autre une colonne ; le nombre est ce qu’on vous paie. Cherchez le plus petit nombre de " ..
                   "chaque ligne, et choisissez la ligne où il est le plus grand." },
      right = { en = "The lowest are -2, 1 and -3: with row 2 you get at least 1, whatever the other does.",
                fr = "Les plus petits sont -2, 1 et -3 : avec la ligne 2, vous recevez au moins 1, quoi que fasse l’autre." },
      wrong = { en = "In that row you may get less than 1.", fr = "Dans cette ligne, vous pouvez recevoir moins de 1." } },
    { at = "saddle:2/2", good = "2",
      say = { en = "Now choose the column; the row is hidden, and you pay. Find the highest number of each column, and choose the column " ..
                   "where it is lowest.",
              fr = "Choisissez maintenant la colonne ; la ligne est cachée, et c’est vous qui payez. Cherchez le plus grand nombre de " ..
                   "chaque colonne, et choisissez la colonne où il est le plus petit." },
      right = { en = "The highest are 2, 1 and 5: with column 2 you pay at most 1. One is sure to get 1, the other to pay no more: 1 is the " ..
                     "value. That is a saddle point, and nobody needs to mix.",
                fr = "Les plus grands sont 2, 1 et 5 : avec la colonne 2, vous payez au plus 1. L’un est sûr de recevoir 1, l’autre de ne pas " ..
                     "payer davantage : 1 est la valeur. C’est un point-selle, et personne n’a besoin de mélanger." },
      wrong = { en = "In that column you may pay more than 1.", fr = "Dans cette colonne, vous pouvez payer plus de 1." } },
    { at = "dominated:/1", good = "1",
      say = { en = "Another table. Compare rows 1 and 2: one pays more in every column, so the other is never worth playing. Choose the better.",
              fr = "Un autre tableau. Comparez les lignes 1 et 2 : l’une paie plus dans chaque colonne, l’autre ne vaut donc jamais la peine. " ..
                   "Choisissez la meilleure." },
      right = { en = "Row 1 dominates row 2: cross row 2 out.", fr = "La ligne 1 domine la ligne 2 : rayez la ligne 2." },
      wrong = { en = "Compare 3, 1, 4 with 2, 0, 1.", fr = "Comparez 3, 1, 4 avec 2, 0, 1." } },
    { at = "dominated-r2:1/2", good = "2",
      say = { en = "Row 2 is gone, and you pay. In the rows that are left, one column costs less than each of the others. Choose it.",
              fr = "La ligne 2 a disparu, et vous payez. Dans les lignes qui restent, une colonne coûte moins que chacune des autres. " ..
                   "Choisissez-la." },
      right = { en = "Column 2 dominates columns 1 and 3: cross both out.",
                fr = "La colonne 2 domine les colonnes 1 et 3 : rayez les deux." },
      wrong = { en = "Compare 1 and 0 with the numbers of that column.", fr = "Comparez 1 et 0 avec les nombres de cette colonne." } },
    { at = "dominated-r2-c1-c3:/1", good = "1",
      say = { en = "One column is left. Choose your row.", fr = "Il reste une colonne. Choisissez votre ligne." },
      right = { en = "Row 1, column 2: the value is 1, found step by step by crossing out alone.",
                fr = "Ligne 1, colonne 2 : la valeur est 1, trouvée pas à pas, rien qu’en rayant." },
      wrong = { en = "1 is more than 0.", fr = "1 est plus que 0." } },
    { at = "uneven:/1", good = "*",
      say = { en = "The lowest of the rows are 0 and -1, the highest of the columns 1 and 2: no saddle, so mix. The weight of a row is the " ..
                   "difference within the other: 3 for row 1, 1 for row 2. Toss two coins: row 2 for two heads, else row 1.",
              fr = "Les plus petits des lignes sont 0 et -1, les plus grands des colonnes 1 et 2 : pas de selle, mélangez donc. Le poids d’une " ..
                   "ligne est l’écart dans l’autre : 3 pour la ligne 1, 1 pour la ligne 2. Lancez deux pièces : la ligne 2 pour deux " ..
                   "faces, sinon la ligne 1." },
      right = { en = "Column 1 then pays (3 × 1 - 1) / 4, column 2 pays (3 × 0 + 2) / 4: a half either way. Whatever the other does, you are paid " ..
                     "1/2 on average.",
                fr = "La colonne 1 paie alors (3 × 1 - 1) / 4, la colonne 2 paie (3 × 0 + 2) / 4 : un demi dans les deux cas. Quoi que fasse " ..
                     "l’autre, vous recevez 1/2 en moyenne." } },
  },
}

rules = {
  { en = "First chooses a row, then Second a column, without seeing it. The number where they meet is what Second pays First.",
    fr = "First choisit une ligne, puis Second une colonne, sans la voir. Le nombre où elles se croisent est ce que Second " ..
         "paie à First." },
}

function init() return { table = option.game, gone = "", row = 0, column = 0 } end

local function matrix(s) return tables[s.table] end

local function is_gone(s, kind, n) return (s.gone .. "-"):find("-" .. kind .. n .. "-", 1, true) end

function over(s)
  if s.column == 0 then return nil end
  local paid = matrix(s)[s.row][s.column]
  return { paid, -paid }
end

function moves(s, seat)
  local list = {}
  if s.column > 0 then return list end
  for i = 1, seat == 1 and #matrix(s) or #matrix(s)[1] do
    if not is_gone(s, seat == 1 and "r" or "c", i) then list[#list + 1] = i end
  end
  return list
end

function play(s, n, seat)
  if seat == 1 then s.row = n else s.column = n end
  return s
end

function hide(s, seat) -- a row that was chosen and is not seen is -1
  if seat ~= 1 and s.column == 0 and s.row > 0 then s.row = -1 end
  return s
end

function guess(s)
  if s.row < 0 then
    local rows = moves({ table = s.table, gone = s.gone, column = 0 }, 1)
    s.row = rows[math.random(#rows)]
  end
  return s
end

function draw(s)
  local lines = {}
  for row, numbers in ipairs(matrix(s)) do
    local line = row == s.row and ">" or " "
    for column, n in ipairs(numbers) do
      if is_gone(s, "r", row) or is_gone(s, "c", column) then
        line = line .. "   · "
      else
        line = line .. string.format(row == s.row and column == s.column and " [%2d]" or "  %2d ", n)
      end
    end
    lines[row] = line
  end
  return lines
end

function print(s)
  local row = s.row > 0 and s.row or s.row < 0 and "?" or ""
  return s.table .. s.gone .. ":" .. row .. (s.column > 0 and "," .. s.column or "")
end

function parse(text)
  local why = { en = "A position is written saddle:2,3, or saddle:? where the row is not seen; dominated-r2-c1: without row 2 and column 1.",
                fr = "Une position s'écrit saddle:2,3, ou saddle:? si la ligne n'est pas vue ; dominated-r2-c1: sans la ligne 2 ni la colonne 1." }
  local name, gone, row, column = text:match("^(%a+)([-rc%d]*):([?%d]?),?(%d?)$")
  local numbers = name and tables[name]
  if not numbers or (gone:gsub("%-[rc]%d", "")) ~= "" or (column ~= "" and not tonumber(row)) then return nil, why end
  local s = { table = name, gone = gone, row = row == "?" and -1 or tonumber(row) or 0, column = tonumber(column) or 0 }
  local rows, columns = moves({ table = name, gone = gone, column = 0 }, 1), moves({ table = name, gone = gone, column = 0 }, 2)
  if #rows == 0 or #columns == 0 or text ~= print(s) then return nil, why end
  if s.row > 0 and (s.row > #numbers or is_gone(s, "r", s.row)) then return nil, why end
  if s.column > 0 and (s.column > #numbers[1] or is_gone(s, "c", s.column)) then return nil, why end
  return s
end
