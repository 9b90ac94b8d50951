import type { OperationRow } from "../../../src/modules/acquiring/ledger/rows/attempt-row";
import { minorOf } from "../../../src/modules/acquiring/ledger/rows/attempt-row";
import type { GatewayBook, GatewayPayment } from "./gateway-book";
import type { JournalAttempt } from "./journal-book";
import type { Violation, ViolationCode } from "./violation";

/** The gateway's data against the journal: no effect twice, and at rest the same state and amounts. */
export function checkGateway(gateway: GatewayBook, attempt: JournalAttempt, atRest: boolean): Violation[] {
  const { row } = attempt;
  const found: Violation[] = [];
  const ids = { attempt: row.id, order_no: row.order_no };
  const say = (code: ViolationCode, words: string): void => {
    found.push({ code, words, ids });
  };
  const effects = gateway.effects[row.order_no] ?? {};
  const taken = (effects.authorise ?? 0) + (effects.checkout ?? 0) + (effects.apm ?? 0);
  if (taken > 1) say("double_authorise", `The gateway authorised ${String(taken)} times.`);
  if ((effects.cancel ?? 0) > 1) say("double_void", `The gateway voided ${String(effects.cancel)} times.`);
  const live = gateway.live.get(row.order_no);
  if (live) {
    if (live.captured > 0n && (live.captured > live.authorised || live.refunded > live.captured)) {
      say("amounts_not_nested", `The gateway holds ${shown(live)}.`);
    }
    if ((effects.cancel ?? 0) > 0 && live.captures > 0) say("void_and_capture", "The gateway captured and voided.");
    checkRefunds(attempt, live, { atRest, say });
  }
  if (!atRest) return found;
  const captures = own(attempt, "capture").filter(({ status }) => status === "settled").length;
  if (captures !== (effects.capture ?? 0) && !isAskedWhose(attempt, live)) {
    say(
      "capture_effects_differ",
      `The gateway captured ${String(effects.capture ?? 0)} times for us, the ledger settled ${String(captures)}.`,
    );
  }
  compare(attempt, live, { hasVoided: (effects.cancel ?? 0) > 0, say });
  return found;
}

/** Operations that we sent, without those made elsewhere and only recorded. */
const own = ({ operations }: JournalAttempt, kind: string): OperationRow[] =>
  operations.filter((row) => row.kind === kind && !row.idempotency_key.startsWith("outside_"));

const shown = ({ state, authorised, captured, refunded }: GatewayPayment): string =>
  `${state}, authorised ${String(authorised)}, captured ${String(captured)}, refunded ${String(refunded)}`;

/**
 * The answer to our capture was lost, and someone captured in the portal before the next query: no query can tell the
 * two apart. An item reports differing or unconfirmed amounts.
 */
const isAskedWhose = ({ attention }: Pick<JournalAttempt, "attention">, live: GatewayPayment | undefined): boolean =>
  live !== undefined &&
  live.isCapturedElsewhere &&
  (attention.has("amount_mismatch") || attention.has("capture_unconfirmed"));

const GIVEN = new Set(["settled", "pending"]);

function checkRefunds(
  attempt: JournalAttempt,
  live: GatewayPayment,
  { atRest, say }: { atRest: boolean; say: (code: ViolationCode, words: string) => void },
): void {
  const refunds = own(attempt, "refund");
  const reasons = live.refunds.map(({ reason }) => reason).filter((reason) => refunds.some(({ id }) => id === reason));
  for (const id of new Set(reasons)) {
    const count = reasons.filter((reason) => reason === id).length;
    if (count > 1) say("refund_twice", `The gateway made the refund ${id} ${String(count)} times.`);
  }
  for (const { reason, amount } of live.refunds) {
    const operation = refunds.find(({ id }) => id === reason);
    if (!operation && reason.startsWith("acqop_"))
      say("refund_not_ours", `The gateway made ${reason}, which we never sent.`);
    if (operation && minorOf(operation.amount) !== amount) {
      say("amount_differs", `The gateway refunded ${String(amount)} for ${reason}, which is ${operation.amount}.`);
    }
  }
  if (!atRest) return;
  for (const operation of refunds) {
    const made = live.refunds.find(({ reason }) => reason === operation.id);
    const isThere = made !== undefined && !made.failed;
    if (isThere !== GIVEN.has(operation.status)) {
      const there = made ? (made.failed ? "failed it" : "made it") : "never made it";
      say("refund_missing", `The refund ${operation.id} is ${operation.status} here; the gateway ${there}.`);
    }
  }
}

/** Ledger states that match each gateway state at rest. */
const AGREES: Readonly<Record<string, readonly string[]>> = {
  authorised: ["authorised"],
  captured: ["captured"],
  voided: ["voided"],
  pending: ["pending", "action_required"],
  review: ["pending"],
  opened: ["action_required", "pending", "expired"],
  challenge: ["action_required", "expired"],
  unmapped: ["unknown"],
};
const NOTHING_THERE = ["declined", "expired"];

function compare(
  { row, attention }: JournalAttempt,
  live: GatewayPayment | undefined,
  { hasVoided, say }: { hasVoided: boolean; say: (code: ViolationCode, words: string) => void },
): void {
  const words = live ? shown(live) : "nothing that lives";
  // An unmapped code, and an unresolved system error, stay unknown and have an attention item.
  const isExplained = row.state === "unknown" && (attention.has("unmapped_code") || attention.has("unknown_outcome"));
  const expected = live ? (AGREES[live.state] ?? []) : NOTHING_THERE;
  // What was proven is not reverted by a later "declined"; an item asks to check the portal.
  const isDenied = row.state === "authorised" && live?.state === "voided" && attention.has("backward_move");
  // Voided in the portal before the authorisation was known: a query reports it like a decline, and nothing is held.
  const isUnseen = row.state === "declined" && live?.state === "voided" && !hasVoided;
  if (!expected.includes(row.state) && !isExplained && !isDenied && !isUnseen) {
    say("state_differs", `The ledger says ${row.state}, the gateway holds ${words}.`);
    return;
  }
  const refunded = minorOf(row.refunded) + minorOf(row.refund_pending);
  const differs = minorOf(row.captured) !== (live?.captured ?? 0n) || refunded !== (live?.refunded ?? 0n);
  const isElsewhere = attention.has("external_refund") && minorOf(row.captured) === live?.captured;
  if (differs && !isElsewhere && !isAskedWhose({ attention }, live)) {
    say(
      "amount_differs",
      `The ledger says captured ${row.captured}, refunded ${String(refunded)}; the gateway holds ${words}.`,
    );
  }
  if (live?.state === "authorised" && minorOf(row.authorised) !== live.authorised) {
    say("amount_differs", `The ledger says authorised ${row.authorised}; the gateway holds ${words}.`);
  }
}
