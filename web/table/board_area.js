// board_area.js -- the area of the board at a table: the board or a drawing in letters, the cover over hidden hands, and
// moves as buttons where there is nothing to touch.
import { button, h, refill, t } from "../frame/dom.js";
import { isEnd } from "./game_end.js";
import { pictureOf } from "../known/table_state.js";
import { saidMove } from "../known/pick.js";
import { flagWorth, marksOf, openMoves } from "../known/board_view.js";

/** @typedef {import("../known/table_state.js").Known} Known */

const TOUCHABLE = 22, /* pixels */
  FEW = 12,
  MANY = 400; /* moves */

export class Felt {
  /** @param {import("../board/board.js").Board} board @param {import("./actions.js").Deeds} deeds */
  constructor(board, deeds) {
    this.board = board;
    this.deeds = deeds;
    this.drawing = h("pre", { class: "drawing", hidden: true, tabindex: 0 });
    this.cover = h("div", { class: "cover", hidden: true });
    this.root = h("div", { class: "felt" }, board.root, this.drawing, this.cover);
    this.buttons = h("div", { class: "move-buttons", role: "group" });
  }

  /** @param {Known} known @param {boolean} moving whether what changed is seen moving */
  drawPicture(known, moving) {
    const { table, past, setting } = known,
      shown = pictureOf(known),
      pictured = Boolean(shown.scene);
    this.board.root.hidden = !pictured;
    this.drawing.hidden = pictured;
    if (pictured) {
      this.board.svg.setAttribute("aria-label", table.title);
      this.board.draw(shown.scene, { moving, own: (seat) => Boolean(table.seats[seat]?.mine) });
    } else this.drawing.textContent = shown.drawing ?? "";
    this.root.classList.toggle("ended", isEnd(known));
    this.root.classList.toggle("past", Boolean(past) && !setting);
    this.root.classList.toggle("setting", Boolean(setting?.shown));
  }

  /** Whoever is to see the hidden hand says so first. @param {Known} known */
  drawCover({ table }) {
    const covered = table.cover !== undefined;
    this.cover.hidden = !covered;
    this.root.classList.toggle("covered", covered);
    if (!covered) return;
    refill(
      this.cover,
      h("p", {}, t("cover", table.seats[table.cover].role)),
      button({ text: t("uncover"), class: "primary", id: "uncover", on: () => this.deeds.uncover() }),
    );
  }

  /** @param {Known} known */
  drawMarks(known) {
    const marks = marksOf(known);
    this.board.mark(marks);
    this.drawButtons(known);
    if (known.setting?.shown) return;
    this.board.judge(flagWorth(known));
    for (const b of this.board.strip.querySelectorAll("button"))
      b.classList.toggle("primary", marks.next.size <= 2 && marks.next.has(b.dataset.t ?? ""));
  }

  /** Moves as buttons: for games without a picture, and where the things to touch are too small. @param {Known} known */
  drawButtons(known) {
    const list = openMoves(known),
      few = list.length <= FEW && known.picked.length === 0,
      needed = list.length > 0 && (!known.table.scene || (few && this.board.smallest() < TOUCHABLE));
    this.buttons.hidden = !needed;
    this.buttons.setAttribute("aria-label", t("moves"));
    const one = (/** @type {import("../known/pick.js").Move} */ m) =>
      button({ text: saidMove(m), class: "small", on: () => this.deeds.play(m.move) });
    refill(this.buttons, ...(needed ? list.slice(0, MANY).map(one) : []));
  }
}
