// help.test.mjs -- the page as a teacher: advice, hints, values, analysis, lessons, puzzles, what is laid over the picture.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, afterEach, before } from "node:test";
import { House, atRest, begin, duel, moveCount, movesOf, noteOf, openTargets, play, test, touch, turnOf } from "./browser.mjs";

const house = new House();
before(() => house.open());
afterEach(() => house.empty());
after(async () => assert.equal(await house.close(), 0, "the server ends cleanly on SIGTERM"));

const sound = (page) => assert.deepEqual(page.troubles, []);

test("advice with its reason, why not mine, looking back, undo", async () => {
  const page = await house.person();
  await begin(page, "nim", ["here", "expert"], { matches: "11" });
  await turnOf(page);
  await page.click("#advise");
  await page.waitForSelector(".advice .facts li");
  assert.match(await page.locator(".advice-head").textContent(), /3.*you win in/);
  assert.match(await page.locator(".facts").first().textContent(), /multiple of 4/);
  assert.ok((await page.locator(".shape-match.taken").count()) === 3, "the three matches of the advice stand out");
  await page.locator(".other").first().click();
  await page.waitForSelector(".instead");
  assert.match(await page.locator(".instead").textContent(), /Why not 1\?/);
  await page.getByText("Play it").click();
  await page.waitForFunction(() => document.querySelectorAll(".move").length >= 2);
  await page.locator('[data-key="first"]').click();
  await page.waitForSelector(".felt.past");
  assert.equal(await page.locator(".shape-match").count(), 11);
  await page.locator('[data-key="last"]').click();
  await page.waitForSelector(".felt:not(.past)");
  await page.click("#undo");
  await moveCount(page, 0);
  await page.waitForSelector(".mark-assisted");
  sound(page);
});

/** What stands on the board, and what of it the last move of a line has placed. */
const board = (page) =>
  page.evaluate(() => ["", ".last-placed"].map((which) => document.querySelectorAll(`.felt .k-piece${which}`).length));

test("why not mine: two columns, and the line that refutes it is played on the board", async () => {
  for (const [lang, verdict, loses] of [
    ["en", /4 loses|1 wins, 4 loses|1 holds, 4 loses/, "you lose in 2 moves"],
    ["fr", /4 perd/, "vous perdez en 2 coups"],
  ]) {
    const page = await house.person({ lang });
    await house.begin(page, "connect4", "......./......./......./O....../O.....X/OX....X", { seats: ["here", "expert"] });
    await page.click("#advise");
    await page.waitForSelector(".advice");
    await atRest(page);
    await page.locator(".why-not").evaluate((e) => (e.open = true));
    await page.locator(".other", { hasText: /^4/ }).click();
    await page.waitForSelector('#why-not[data-contest="worse"]');
    assert.match(await page.locator("#why-not .verdict").textContent(), verdict);
    const yours = page.locator('.column[data-side="yours"]'),
      machine = page.locator('.column[data-side="machine"]');
    assert.equal(await yours.locator(".move-chip").textContent(), "4");
    assert.ok((await yours.locator(".value.proved").textContent()).includes(loses));
    assert.equal(await machine.locator(".move-chip").textContent(), "1");
    assert.equal(await yours.locator(".facts li").count(), 1, "each fact stands with its move");
    const [left, right] = [await yours.boundingBox(), await machine.boundingBox()];
    assert.ok(left.x + left.width <= right.x + 1 && Math.abs(left.y - right.y) < 2, "beside each other");
    assert.deepEqual(await board(page), [6, 0]);
    await page.click('[data-key="yours-next"]');
    await page.waitForSelector(".felt.past");
    assert.deepEqual(await board(page), [7, 1]);
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => document.querySelectorAll(".felt .k-piece").length === 8);
    await page.keyboard.press("ArrowRight");
    await atRest(page);
    assert.deepEqual(await board(page), [8, 1], "that is its end: four in a row");
    assert.equal(await page.evaluate(() => document.activeElement?.dataset.key), "yours-next", "the keyboard stays there");
    await page.keyboard.press("ArrowLeft");
    await page.waitForFunction(() => document.querySelectorAll(".felt .k-piece").length === 7);
    await page.locator('[data-line="machine"] .walk-move').nth(1).click();
    await page.waitForFunction(() => document.querySelectorAll('[data-line="machine"] .walk-move.gone').length === 2);
    await page.keyboard.press("Escape");
    await page.waitForSelector(".felt:not(.past)");
    assert.deepEqual(await board(page), [6, 0], "and back to the game");
    assert.equal(await page.locator("#why-not").count(), 1, "the answer is still there");
    sound(page);
  }
});

test("hints in steps: the move is told by the last one only", async () => {
  const page = await house.person();
  await begin(page, "moriarty", ["here", "level:1"]);
  await turnOf(page);
  await page.click("#hint");
  for (let step = 1; step <= 4; step++) {
    await page.waitForFunction((n) => document.querySelector(".hint .small-text")?.textContent.includes(`${n} of 4`), step);
    assert.equal(await page.locator(".hint .move-chip").count(), step === 4 ? 1 : 0, `step ${step}`);
    assert.match(await page.locator(".hint .facts li").first().textContent(), /\w{3}/, `step ${step} says something`);
    if (step === 1) assert.match(await page.locator(".hint .facts").textContent(), /choice|quiet|freedom|corner|Discs/, "of this game");
    if (step < 4) await page.click("#hint-more");
  }
  const move = await page.locator(".hint .move-chip").textContent();
  assert.ok((await page.locator(".el.advised").count()) >= 1);
  await page.locator(".typed").fill(move);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".move").length >= 1);
  assert.equal((await movesOf(page))[0], move, "the move of the last hint is legal");
  sound(page);
});

test("what the expert considers is shown while it thinks", async () => {
  const page = await house.person();
  await begin(page, "connect4", ["here", "expert"]);
  await turnOf(page);
  await touch(page, (await openTargets(page))[3]);
  await page.waitForFunction(() => /considers.*Positions\s*[\d,.]+/.test(document.querySelector("#expert")?.textContent));
  sound(page);
});

/** What `duel solve --all` says of each move: its value and in how many moves. */
function solved(game, position, ...options) {
  return JSON.parse(duel("solve", game, ...(position ? [position] : []), ...options, "--all", "--json"));
}

/** What the page says of every move, in short, once all of them are proved. */
async function provedValues(page, count) {
  await page.waitForFunction((n) => document.querySelectorAll(".badge.proved").length === n, count); /* those are filled */
  return Object.fromEntries(await page.locator(".all-values .other").evaluateAll((all) => all.map((e) => [e.dataset.move, e.dataset.short])));
}

test("analysis: every move is marked with the value that duel solve --all gives", async () => {
  const page = await house.person();
  const position = duel("new", "nim").trim();
  await page.click("#analysis-board");
  await page.selectOption("#analysis-game", "nim");
  await page.fill("#analysis-text", position);
  await page.locator("dialog button[type=submit]").click();
  await page.waitForSelector(".mark-analysis");
  const truth = solved("nim", position),
    shown = await provedValues(page, truth.moves.length);
  const sign = { win: "✓", loss: "✗", tie: "=", draw: "∞" };
  assert.ok(truth.moves.length >= 3);
  for (const m of truth.moves)
    assert.equal(shown[m.move]?.[0], sign[m.value], `${m.move}: ${JSON.stringify(m)} against ${shown[m.move]}`);
  assert.equal(await page.locator(".badge").count(), truth.moves.length, "and on the board");
  await touch(page, "take:1");
  await moveCount(page, 1);
  await page.waitForFunction(() => document.querySelector(".value-bar"));
  await touch(page, (await openTargets(page))[0]);
  await moveCount(page, 2);
  await page.locator(".moves .move").first().click();
  await page.waitForSelector(".felt.past");
  await page.click("#analyse");
  await page.waitForFunction(() => document.querySelectorAll(".move").length === 0 && !document.querySelector(".felt.past"));
  sound(page);
});

/** Waits until the position being set up has this text. */
const reads = (page, text) => page.waitForFunction((t) => document.querySelector("#position")?.value === t, text);

/** What the page says of every move, once it has weighed them, and what the solver says. */
async function agrees(page, game, position, ...options) {
  const sign = { win: "✓", loss: "✗", tie: "=", draw: "∞" };
  const truth = solved(game, position, ...options).moves,
    shown = await provedValues(page, truth.length);
  assert.ok(truth.length >= 2);
  const number = (m) => (/win|loss/.test(m.value) ? (m.score === null ? m.remoteness : Math.abs(m.score)) : "");
  assert.deepEqual(shown, Object.fromEntries(truth.map((m) => [m.move, sign[m.value] + number(m)])));
}

test("a position set up by hand: clicks, keys, undo, and then the values of duel solve --all", async () => {
  const page = await house.person();
  const open = async (game, options) => {
    const made = await house.request(page, { do: "analyse", game, options });
    await page.evaluate(([t, s]) => import("./local_prefs.js").then((m) => m.kept.addSeats(t, s)), [made.table, made.seats]);
    await house.go(page, `#/t/${made.table}`);
    await page.click("#setup");
    await page.waitForSelector(".felt.setting");
  };
  await open("nim", {});
  await reads(page, "19-0/1");
  await touch(page, "match:12");
  await reads(page, "12-0/1");
  await page.locator('[data-key="last+"]').click();
  await page.locator('[data-key="last+"]').click();
  await reads(page, "12-2/1");
  await page.locator('[data-key="matches−"]').click();
  await page.click("#setup-turn");
  await reads(page, "11-2/2");
  await page.keyboard.press("Escape");
  await reads(page, "11-2/1");
  assert.equal(await page.locator(".badge, .el.advised").count(), 0, "no values while it is being set up");
  await page.click("#setup-done");
  await page.waitForSelector(".felt:not(.setting) .shape-match");
  await page.waitForFunction(() => document.querySelectorAll(".shape-match").length === 11);
  await agrees(page, "nim", "11-2/1");

  await open("moriarty", { size: "4" });
  await reads(page, "-----OX--XO----- X");
  await touch(page, "cell:0:0");
  await touch(page, "cell:2:0", { button: "right" });
  await reads(page, "X-O--OX--XO----- X");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await reads(page, "X-O--OO--XO----- X");
  await page.keyboard.press("Shift+Enter");
  await reads(page, "X-O--OX--XO----- X");
  await page.click("#undo");
  await reads(page, "X-O--OO--XO----- X");
  await page.fill("#position", "nonsense");
  await page.keyboard.press("Enter");
  await noteOf(page);
  await page.fill("#position", "X-O--OX--XO----- O");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => /Inhibitor/.test(document.querySelector(".status").textContent));
  await page.click("#setup-done");
  await page.waitForSelector(".felt:not(.setting) .k-piece");
  await agrees(page, "moriarty", "X-O--OX--XO----- O", "size=4");

  await open("tictactoe", {});
  await touch(page, "cell:0:0");
  await reads(page, "X........");
  await touch(page, "cell:1:0");
  await page.waitForSelector(".status.trouble");
  assert.ok(await page.locator("#setup-done").isDisabled(), "no lawful position yet");
  await page.click("#setup-cancel");
  await page.waitForSelector(".felt:not(.setting)");
  assert.equal(await page.locator(".felt .k-piece").count(), 0, "nothing was changed");
  sound(page);
});

test("from a finished game: one click to analyse any move; the record goes out and comes in again", async () => {
  const page = await house.person();
  await begin(page, "tictactoe", ["here", "here"]);
  for (const [i, cell] of ["1:1", "0:0", "1:0", "0:1", "1:2"].entries()) {
    await turnOf(page);
    await touch(page, `cell:${cell}`);
    await moveCount(page, i + 1);
  }
  await page.waitForSelector(".status.over");
  await page.waitForFunction(() => document.querySelectorAll(".graph .graph-point").length === 6); /* one for every position */
  const [saved] = await Promise.all([page.waitForEvent("download"), page.click("#download")]);
  const record = readFileSync(await saved.path(), "utf8");
  assert.match(record, /^duelliste 1\ngame tictactoe[^]*moves b2 a3 b3/);
  await page.locator(".moves .move").nth(1).click();
  await page.waitForSelector(".felt.past");
  await page.click("#analyse");
  await page.waitForFunction(
    () => document.querySelectorAll(".move").length === 0 && document.querySelectorAll(".k-piece").length === 2,
  );
  assert.equal((await openTargets(page)).length, 7);
  await house.go(page, "#/");
  await page.click("#analysis-board");
  await page.setInputFiles("#analysis-file", { name: "game.txt", mimeType: "text/plain", buffer: Buffer.from(record) });
  await page.waitForFunction(() => document.querySelector("#analysis-text").value.startsWith("duelliste"));
  await page.locator("dialog button[type=submit]").click();
  await page.waitForSelector(".mark-analysis");
  await moveCount(page, 5);
  await house.go(page, "#/");
  await page.click("#analysis-board");
  await page.fill("#analysis-text", "duelliste 1\nnonsense");
  await page.locator("dialog button[type=submit]").click();
  await page.waitForFunction(() => document.querySelector("dialog .trouble").textContent.length > 5);
  sound(page);
});

test("every lesson to its end, wrong moves answered", async () => {
  const page = await house.person();
  const hello = await house.request(page, { do: "hello", lang: "en" });
  const taught = hello.games.filter((g) => g.lesson).map((g) => g.id);
  for (const id of ["allumettes", "ergo", "wumpus", "chicago", "moriarty"]) assert.ok(taught.includes(id), `${id} has a lesson`);
  for (const id of taught) {
    await house.go(page, "#/");
    await page.locator(`.card[data-game="${id}"] .learn`).click();
    await page.waitForSelector(".coach-text.ask");
    let right = 0,
      wrong = 0;
    for (let turn = 0; !(await page.locator("#lesson-play").count()); turn++) {
      assert.ok(turn < 60, `${id} ends`);
      const step = await house.request(page, {
        do: "lesson",
        game: id,
        step: 1 + (await page.evaluate(() => document.querySelector(".coach progress")?.value ?? 0)),
      });
      const verdicts = await house.judged(page, id, step);
      const bad = verdicts.find((m) => !m.right),
        good = verdicts.find((m) => m.right);
      assert.ok(good, `${id}: step ${step.step} has a right move among ${step.moves.length}`);
      const answered = async (move, tone) => {
        for (const t of move.path) await touch(page, t);
        await page.waitForSelector(".coach-text." + tone).catch(async (e) => {
          const said = await page.locator(".coach").textContent();
          throw new Error(`${id}, step ${step.step}, ${move.move} by ${move.path} is not ${tone}: ${said}`, { cause: e });
        });
      };
      if (bad && !wrong) {
        await answered(bad, "wrong");
        wrong++;
      }
      await answered(good, "right");
      right++;
      const next = page.locator("#lesson-next");
      if (await next.count()) {
        await next.click();
        await page.waitForSelector(".coach-text.ask");
      }
    }
    assert.ok(right >= 5, `${id}: ${right} moves by the learner`);
    assert.ok(wrong >= 1, `${id}: a wrong move was answered`);
  }
  sound(page);
});

/** The seed of a day's puzzle: FNV-1a over the date and the game. */
function dailySeed(day, game) {
  let hash = 14695981039346656037n;
  for (const c of day + game) hash = BigInt.asUintN(64, (hash ^ BigInt(c.charCodeAt(0))) * 1099511628211n);
  return String(hash >> 1n);
}

/** Plays the moves of a try, each by touching what is on its path. */
async function attempt(page, id, moves) {
  for (let i = 0; i < moves.length; i++) {
    const said = await house.request(page, { do: "daily", game: id, ...(i ? { move: moves.slice(0, i).join(" ") } : {}) });
    const move = said.moves.find((m) => m.move === moves[i]);
    assert.ok(move, `${id}: ${moves[i]} is open`);
    if (i) await page.waitForSelector("#draft-back");
    for (const t of move.path) await touch(page, t);
    await page.waitForSelector('.coach[aria-busy="false"]');
  }
}

test("the puzzle of the day, wrong and right", async () => {
  const page = await house.person();
  const links = await page.locator(".puzzle-links [data-game]").evaluateAll((all) => all.map((a) => a.dataset.game));
  assert.equal(new Set(links).size, links.length, "every game once");
  assert.equal(await page.locator(".puzzle-links.today [data-game]").count(), 1);
  for (const id of ["tictactoe", "ergo", "moriarty", "wumpus"]) {
    assert.ok(links.includes(id), `${id} has a puzzle today`);
    await house.go(page, "#/d/" + id);
    await page.waitForSelector(".coach-text.ask");
    const puzzle = await house.request(page, { do: "daily", game: id });
    const told = JSON.parse(duel("puzzle", id, "--seed", dailySeed(puzzle.date, id), "--json"));
    assert.equal(told.position, puzzle.position, `${id}: the command line knows it, too`);
    assert.equal(await page.locator(".coach-text").textContent(), told.question);
    const begun = told.answer.slice(0, -1),
      now = begun.length ? await house.request(page, { do: "daily", game: id, move: begun.join(" ") }) : puzzle,
      other = now.moves.find((m) => m.move !== told.answer.at(-1));
    await attempt(page, id, [...begun, other.move]);
    await page.waitForSelector(".coach-text.wrong");
    assert.notEqual(await page.locator(".coach-text").textContent(), told.question, `${id}: says what is wrong`);
    if (begun.length) {
      await attempt(page, id, begun);
      await page.click("#draft-back");
      await page.waitForFunction(() => !document.querySelector("#draft-back"));
    }
    await attempt(page, id, told.answer);
    await page.waitForSelector(".coach-text.right");
    assert.deepEqual(await page.locator(".coach .facts li").allTextContents(), told.why);
  }
  sound(page);
});

test("what is laid over the picture, everything shown, and the sealed deal", async () => {
  const page = await house.person();
  await begin(page, "ergo", ["here", "level:1"], { one_round: "yes" });
  await turnOf(page);
  const seal = await page.locator(".hash").getAttribute("title");
  assert.match(seal, /^[0-9a-f]{32,}$/);
  const before = await page.locator(".felt .el, .strip .counter").count();
  await page.locator(".button.lens").first().click();
  await page.waitForSelector('.button.lens[aria-pressed="true"]');
  assert.ok((await page.locator(".felt .el, .strip .counter").count()) > before, "the lens adds to the picture");
  await page.waitForSelector(".mark-assisted");
  await page.click("#resign");
  await page.click("#sure");
  await page.waitForSelector(".status.over");
  await page.click("#check");
  await page.waitForSelector(".commitment .checked");

  await house.go(page, "#/");
  await play(page, "wumpus");
  await turnOf(page);
  assert.equal(await page.locator(".shape-gold").count(), 0);
  await page.click("#observe");
  await page.click("#sure");
  await page.waitForSelector(".mark-observed");
  await page.waitForSelector(".shape-gold");
  sound(page);
});
