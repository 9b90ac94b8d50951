import type { Books, Violation, ViolationCode } from "../support/books";
import { Random } from "./random";

/** The database loses commits: it becomes again what it was. */
export interface Loss {
  /** It is kept as it is before this step. */
  readonly keptAt: number;
  /** Before this step, or at the end of a shorter story, it becomes that again. */
  readonly lostAt: number;
  /** A backup is restored, or a replica that lagged behind is promoted. */
  readonly how: "restored" | "promoted";
}

/** In one of `every` stories in which no process is killed or stopped; drawn apart, so that the story itself is the same without. */
export function lossOf(seed: number, run: number, every: number): Loss | null {
  const random = new Random(seed + 5_000_011, run);
  if (every === 0 || !random.chance(1 / every)) return null;
  const keptAt = random.integer(0, 3);
  const lostAt = keptAt + random.integer(1, 3);
  return { keptAt, lostAt, how: new Random(seed + 7_000_003, run).pick(["restored", "promoted"]) };
}

/**
 * What cannot agree when rows are gone that both sides had: which of the gateway's effects were ours, and the notifications
 * that had been stored. States, amounts, orders and everything about money stay as strict as ever.
 */
const GONE: readonly ViolationCode[] = [
  "acknowledged_without_row",
  "capture_effects_differ",
  "refund_not_ours",
  "audit_missing",
];

/** What is still wrong after a loss, and what only a loss can do wrong. */
export function afterLoss(
  books: Books,
  found: readonly Violation[],
  lost: {
    readonly asked: number;
    readonly told: ReadonlySet<string>;
    /** Payments of whose captured amount a person is told that nothing says it, or that a notification says another. */
    readonly unconfirmed: ReadonlySet<string>;
  },
): Violation[] {
  const { asked, told, unconfirmed } = lost;
  const refunds = books.gateway.all.flatMap(({ refunds: made }) =>
    made.filter(({ reason }) => reason.startsWith("acqop_")),
  );
  const again: Violation[] =
    refunds.length <= asked
      ? []
      : [
          {
            code: "refund_sent_again",
            words: `${String(asked)} refunds were asked for, the gateway made ${String(refunds.length)}.`,
            ids: {},
          },
        ];
  const known = new Set(books.journal.map(({ row }) => row.order_no));
  const silent = [...books.gateway.live.values()].filter(
    ({ orderNo, state }) =>
      (state === "authorised" || state === "captured") && !known.has(orderNo) && !told.has(orderNo),
  );
  const missing = silent.map(({ orderNo, state }): Violation => ({
    code: "lost_payment_untold",
    words: `The gateway holds a payment (${state}) that the database has lost, and nobody is told.`,
    ids: { order_no: orderNo },
  }));
  // No query says how much was captured, and the row and the notification that did are gone.
  const isUnsaid = ({ code, ids }: Violation): boolean =>
    code === "amount_differs" && unconfirmed.has(ids.attempt ?? "");
  const stays = found.filter((each) => !GONE.includes(each.code) && !isUnsaid(each));
  return [...stays, ...again, ...missing];
}
