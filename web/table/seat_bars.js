// seat_bars.js -- the bars of a table's seats, the reader's own below the board, and the clocks in them.
import { Clocks } from "./clocks.js";
import { h } from "../frame/dom.js";
import { kept } from "../frame/local_prefs.js";
import { isSeated, nearSeat, seatThere } from "../known/table_state.js";
import { placeBars, seatBar } from "./seat_bar.js";

/** @typedef {import("../known/table_state.js").Known} Known */

export class Seats {
  /** @param {import("./actions.js").Deeds} deeds @param {(target: string) => void} pick */
  constructor(deeds, pick) {
    this.deeds = deeds;
    this.pick = pick;
    this.clocks = new Clocks();
    this.above = h("div", { class: "seats above" });
    this.below = h("div", { class: "seats below" });
  }

  /** @param {Known} known @param {Map<number, import("../board/scene.js").Item[]>} items what the picture says of each seat */
  draw(known, items) {
    const { table, setting } = known,
      turn = setting?.shown?.seat,
      names = kept.names(table.id);
    this.clocks.faces.clear();
    const bars = table.seats.map((/** @type {any} */ seat, /** @type {number} */ i) =>
      seatBar({ ...seatThere(known, i), name: (seat.mine && names[i]) || seat.name, turn: turn === undefined ? seat.turn : turn === i }, i, items.get(i) ?? [], {
        pick: this.pick,
        clock: this.clocks.face(i),
        takeover: seat.absent && !table.over ? (at) => this.deeds.takeover(at) : undefined,
        machine: isSeated(table),
        shared: table.seats.filter((/** @type {any} */ s) => s.won).length > 1,
      }),
    );
    placeBars(this.above, this.below, bars, nearSeat(table));
  }
}
