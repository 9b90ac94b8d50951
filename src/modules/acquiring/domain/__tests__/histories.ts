import type { DisputeReading, Fact, PaymentReading, RefundReading } from "../../../../gateway/model/facts";
import { createOperationId } from "../../../../gateway/model/ids";
import { createMoney } from "../../../../gateway/model/money";
import type { AttemptMode, OperationKind } from "../snapshot";
import { dispute, EUR, payment, refund } from "./attempts";

/**
 * Payments as the gateway lived them: what it said at which time, and what the
 * store sent in between. `ends` is what the last of it leaves, in words: state,
 * authorised, captured, refunded, pending refunds, then what is not settled. How
 * it arrives is no part of a history. Data, which is why it is long.
 */
const REQUESTED = 1_000n;

/** What the gateway said at a time, in ms; it may arrive at any later one. */
export interface Saying {
  readonly at: number;
  readonly fact: Fact;
  readonly source: "query" | "notify";
}
/** A write of the store's own, whose answer is lost. */
export interface Sending {
  readonly at: number;
  readonly send: { readonly id: string; readonly kind: Exclude<OperationKind, "authorise" | "review">; amount: bigint };
}
export type Moment = Saying | Sending;
export const isSending = (moment: Moment): moment is Sending => "send" in moment;

export interface History {
  readonly name: string;
  readonly mode: AttemptMode;
  readonly moments: readonly Moment[];
  readonly ends: string;
  /** A refund that nobody here knows of is not booked before the payment is known as captured, which every answer says first. */
  readonly needsQuestion?: true;
}

const MINUTE = 60_000;

const says = (minute: number, reading: PaymentReading): Saying => ({
  at: minute * MINUTE,
  fact: payment(reading),
  source: "query",
});
const notifies = (minute: number, reading: PaymentReading): Saying => ({ ...says(minute, reading), source: "notify" });

const REFUNDS = {
  R1: createOperationId("acqop_refundnumber1"),
  R2: createOperationId("acqop_refundnumber2"),
} as const;

/** `RF…`: made outside the store, known by the gateway's number only. */
function lists(
  minute: number,
  which: keyof typeof REFUNDS | "RF9",
  [reading, amount]: [RefundReading, bigint],
): Saying {
  const operationId = which === "RF9" ? null : REFUNDS[which];
  const money = createMoney(amount, EUR);
  const fact = refund(reading, { operationId, reference: `number of ${which}`, money });
  return { at: minute * MINUTE, fact, source: "query" };
}

const disputes = (minute: number, reading: DisputeReading, reference = "D1"): Saying => ({
  at: minute * MINUTE,
  source: "notify",
  fact: dispute(reading, { reference }),
});

const sends = (minute: number, kind: Sending["send"]["kind"], [id, amount]: [string, bigint]): Sending => ({
  at: minute * MINUTE,
  send: { id, kind, amount },
});
const captures = (minute: number, amount: bigint): Sending => sends(minute, "capture", ["op_capture", amount]);
const voids = (minute: number): Sending => sends(minute, "void", ["op_void", REQUESTED]);
const refunds = (minute: number, which: keyof typeof REFUNDS, amount: bigint): Sending =>
  sends(minute, "refund", [REFUNDS[which], amount]);

const AUTHORISED = [notifies(1, "authorised"), says(1, "authorised")];
const CAPTURED = [says(1, "authorised"), says(5, "captured")];

const history = (name: string, moments: readonly Moment[], ends: string, more: Partial<History> = {}): History => ({
  name,
  mode: "card",
  moments,
  ends,
  ...more,
});

export const histories: readonly History[] = [
  history("authorised", AUTHORISED, "authorised 1000 0 0 0"),
  history("pending, then authorised", [says(1, "pending"), ...AUTHORISED], "authorised 1000 0 0 0"),
  history(
    "not found at first, in doubt, then authorised",
    [says(0.1, "not_found"), says(0.2, "doubtful"), says(2, "authorised")],
    "authorised 1000 0 0 0",
  ),
  history(
    "3-D Secure, then authorised",
    [says(1, "action_required"), says(2, "pending"), says(3, "authorised")],
    "authorised 1000 0 0 0",
  ),
  history(
    "pending, then declined",
    [says(1, "pending"), notifies(2, "declined")],
    "declined 0 0 0 0, authorise declined",
  ),
  history(
    "a declined card and then another, on the gateway's page",
    [says(1, "action_required"), notifies(2, "declined"), says(2, "declined"), says(3, "authorised")],
    "authorised 1000 0 0 0",
    { mode: "checkout" },
  ),
  history("captured outside the store", [...AUTHORISED, says(5, "captured")], "captured 1000 1000 0 0"),
  history("captured in full", [...AUTHORISED, captures(4, 1_000n), says(5, "captured")], "captured 1000 1000 0 0"),
  history(
    "captured in part, and a query overtook the capture",
    [...AUTHORISED, captures(4, 400n), says(4.1, "authorised"), says(5, "captured")],
    "captured 1000 400 0 0",
  ),
  history(
    "a capture that never arrived",
    [says(1, "authorised"), captures(4, 400n), says(8, "authorised")],
    "authorised 1000 0 0 0, capture declined",
  ),
  history(
    "a capture that never arrived, and another",
    [
      says(1, "authorised"),
      captures(4, 400n),
      says(8, "authorised"),
      sends(9, "capture", ["op_capture2", 300n]),
      says(10, "captured"),
    ],
    "captured 1000 300 0 0, capture declined",
  ),
  history("voided", [...AUTHORISED, voids(4), says(5, "voided")], "voided 1000 0 0 0"),
  history(
    'voided, which the gateway calls "failed"',
    [says(1, "pending"), ...AUTHORISED, voids(4), says(5, "declined")],
    "voided 1000 0 0 0",
  ),
  history("voided outside the store", [...AUTHORISED, says(5, "voided")], "voided 1000 0 0 0"),
  history(
    "a declined card, another, and a void that never arrived",
    [says(1, "declined"), says(2, "authorised"), voids(4), says(8, "authorised")],
    "authorised 1000 0 0 0, void declined",
  ),
  history(
    "refunded in full",
    [
      ...CAPTURED,
      refunds(6, "R1", 1_000n),
      lists(7, "R1", ["accepted", 1_000n]),
      lists(9, "R1", ["succeeded", 1_000n]),
    ],
    "captured 1000 1000 1000 0",
  ),
  history(
    "captured in part, refunded in part",
    [
      says(1, "authorised"),
      captures(4, 400n),
      says(5, "captured"),
      refunds(6, "R1", 150n),
      lists(7, "R1", ["accepted", 150n]),
      says(7, "refunded"),
      lists(9, "R1", ["succeeded", 150n]),
    ],
    "captured 1000 400 150 0",
  ),
  history(
    "a refund that the bank has accepted, beside one that was paid out",
    [
      ...CAPTURED,
      refunds(6, "R1", 600n),
      lists(7, "R1", ["succeeded", 600n]),
      refunds(8, "R2", 400n),
      lists(9, "R2", ["accepted", 400n]),
    ],
    "captured 1000 1000 600 400, refund pending",
  ),
  history(
    "a refund that the bank refused at once, and another",
    [
      ...CAPTURED,
      refunds(6, "R1", 600n),
      lists(7, "R1", ["failed", 600n]),
      refunds(8, "R2", 1_000n),
      lists(9, "R2", ["succeeded", 1_000n]),
    ],
    "captured 1000 1000 1000 0, refund declined",
  ),
  history(
    "a refund that the bank accepted and refused afterwards",
    [...CAPTURED, refunds(6, "R1", 600n), lists(7, "R1", ["accepted", 600n]), lists(9, "R1", ["failed", 600n])],
    "captured 1000 1000 0 0, refund declined",
  ),
  history(
    "a refund that was paid out and came back, and another",
    [
      ...CAPTURED,
      refunds(6, "R1", 600n),
      lists(7, "R1", ["succeeded", 600n]),
      lists(8, "R1", ["failed", 600n]),
      refunds(9, "R2", 700n),
      lists(10, "R2", ["succeeded", 700n]),
    ],
    "captured 1000 1000 700 0, refund declined",
  ),
  history(
    "a refund made outside the store",
    [...AUTHORISED, says(5, "captured"), lists(7, "RF9", ["accepted", 250n]), lists(9, "RF9", ["succeeded", 250n])],
    "captured 1000 1000 250 0",
    { needsQuestion: true },
  ),
  history(
    "disputed, and won",
    [...CAPTURED, disputes(6, "received"), disputes(8, "won")],
    "captured 1000 1000 0 0, dispute D1 won",
  ),
  history(
    "disputed twice at once, won and lost",
    [
      ...CAPTURED,
      disputes(6, "received"),
      disputes(7, "received", "D2"),
      disputes(8, "won"),
      disputes(9, "lost", "D2"),
    ],
    "captured 1000 1000 0 0, dispute D1 won, dispute D2 lost",
  ),
];
