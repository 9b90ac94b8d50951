import type { Books, Violation, ViolationCode } from "../support/books";
import { Random } from "./random";

/** The database loses commits: it returns to an earlier state. */
export interface Loss {
  /** It is saved before this step. */
  readonly keptAt: number;
  /** It is restored before this step, or at the end of a shorter story. */
  readonly lostAt: number;
  /** A backup is restored, or a lagging replica promoted. */
  readonly how: "restored" | "promoted";
}

/** In one of `every` stories without a killed or paused process; drawn separately, so that the story stays the same. */
export function lossOf(seed: number, run: number, every: number): Loss | null {
  const random = new Random(seed + 5_000_011, run);
  if (every === 0 || !random.chance(1 / every)) return null;
  const keptAt = random.integer(0, 3);
  const lostAt = keptAt + random.integer(1, 3);
  return { keptAt, lostAt, how: new Random(seed + 7_000_003, run).pick(["restored", "promoted"]) };
}

/**
 * Violations that are unavoidable after rows were lost: which effects were ours, and stored notifications. States,
 * amounts, orders and money are checked as always.
 */
const GONE: readonly ViolationCode[] = [
  "acknowledged_without_row",
  "capture_effects_differ",
  "refund_not_ours",
  "audit_missing",
];

/** Remaining violations after a loss, plus checks that apply only after a loss. */
export function afterLoss(
  books: Books,
  found: readonly Violation[],
  lost: {
    readonly asked: number;
    readonly told: ReadonlySet<string>;
    /** Payments with an attention item for an unconfirmed or contradicted captured amount. */
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
    words: `The gateway holds a payment (${state}) that the database has lost, without an attention item.`,
    ids: { order_no: orderNo },
  }));
  // No query returns the captured amount, and the row and the notification with it are lost.
  const isUnsaid = ({ code, ids }: Violation): boolean =>
    code === "amount_differs" && unconfirmed.has(ids.attempt ?? "");
  const stays = found.filter((each) => !GONE.includes(each.code) && !isUnsaid(each));
  return [...stays, ...again, ...missing];
}
