import { createGatewayPaymentId, createOrderNo } from "../../src/gateway/model/ids";
import type { PaymentReading } from "../../src/gateway/model/facts";
import { barePayment } from "../../src/gateway/reading/normalize";
import type { HoldReason } from "../../src/modules/acquiring/domain/snapshot";
import type { NotifiedFact } from "../../src/modules/acquiring/ledger/apply-facts";
import { applyFacts, applyFactsOfMany } from "../../src/modules/acquiring/ledger/apply-facts";
import { InboxGroups } from "../../src/modules/acquiring/ledger/inbox-groups";
import { Ledger } from "../../src/modules/acquiring/ledger/ledger";
import type { AttemptRow } from "../../src/modules/acquiring/ledger/rows/attempt-row";
import type { OwnLedger } from "../support/own-ledger";
import { ownLedger } from "../support/own-ledger";

/** Signed notifications that are processed at the same moment change their payments as each one alone does. */
let stage: OwnLedger;
beforeAll(async () => {
  stage = await ownLedger("notified_facts");
});
afterAll(() => stage.close());

const NOW = new Date("2026-11-21T10:00:00Z");
const META = {
  ...({ source: "notify", inboxEventId: null, now: NOW, askedAt: NOW } as const),
  ...{ unknownFinalAfterMs: 60_000, completeCartAfterMs: 1_000 },
};

interface Case {
  readonly before: Partial<AttemptRow>;
  readonly operation?: string;
  readonly reading: PaymentReading;
  /** The gateway's rule of review: the payment is held. */
  readonly held?: HoldReason;
  readonly more?: object;
  /** More follows from it than one write set holds, or it is not this payment's: it is processed alone. */
  readonly isAlone?: true;
}

const UNDECIDED = { state: "pending", authorised: "0" } as const;
const CASES: readonly (readonly [string, Case])[] = [
  ["authorises a pending payment", { before: UNDECIDED, operation: "pending", reading: "authorised" }],
  [
    "authorises an unknown one",
    { before: { ...UNDECIDED, state: "unknown" }, operation: "unknown", reading: "authorised" },
  ],
  ["declines a pending one", { before: UNDECIDED, operation: "pending", reading: "declined" }],
  ["leaves a pending one", { before: UNDECIDED, operation: "pending", reading: "pending" }],
  ["reports what is known", { before: {}, reading: "authorised" }],
  [
    "authorises one that the review rule holds",
    { before: UNDECIDED, operation: "pending", reading: "authorised", held: "owner" },
  ],
  [
    "declines one that is held",
    {
      before: { ...UNDECIDED, held_at: NOW, hold_reason: "gateway" },
      ...{ operation: "pending", reading: "declined" },
    },
  ],
  [
    "names a transaction that was not known",
    { before: { ...UNDECIDED, gateway_payment_id: null }, operation: "pending", reading: "authorised", isAlone: true },
  ],
  [
    "authorises a declined one, late",
    { before: { state: "declined", authorised: "0" }, operation: "declined", reading: "authorised", isAlone: true },
  ],
  [
    "brings a card to a known payment",
    { before: {}, reading: "authorised", more: { card: { mask: "555555******4444", brand: null } }, isAlone: true },
  ],
];

const rowOf = (id: string): Promise<AttemptRow> => stage.pg("acquiring_payment_attempt").where({ id }).first();

async function notified({ before, operation, reading, more }: Case): Promise<NotifiedFact> {
  const [id = ""] = await stage.authorised(1);
  const { gateway_payment_id: gatewayPaymentId } = await rowOf(id);
  if (Object.keys(before).length > 0) await stage.pg("acquiring_payment_attempt").where({ id }).update(before);
  if (operation) await stage.pg("acquiring_operation").where({ attempt_id: id }).update({ status: operation });
  const attempt = await rowOf(id);
  const bare = barePayment(createOrderNo(attempt.order_no), reading);
  return {
    attempt,
    fact: { ...bare, gatewayPaymentId: createGatewayPaymentId(gatewayPaymentId ?? ""), ...more },
    meta: META,
  };
}

/** Everything that the ledger knows of a payment, without what names it. */
async function booksOf({ attempt: { id } }: NotifiedFact): Promise<unknown> {
  const rows = async (table: string, order: string): Promise<unknown[]> =>
    (await stage.pg(table).where({ attempt_id: id }).orderBy(order)).map((row: object) => anonymous(row));
  return {
    attempt: anonymous(await rowOf(id)),
    operations: await rows("acquiring_operation", "sequence"),
    entries: (await rows("acquiring_entry", "sequence")).slice(1),
    audits: (await rows("acquiring_audit_record", "action")).filter((row) => JSON.stringify(row).includes('"notify"')),
    attention: await rows("acquiring_attention_item", "kind"),
  };
}

const NAMES = /^(?:id|.+_id|session|order_no|idempotency_key|subject|number|first_.+)$/;
const anonymous = (row: object): object =>
  Object.fromEntries(
    Object.entries(row).filter(([name, value]) => !NAMES.test(name) && !(value instanceof Date && +value !== +NOW)),
  );

describe.each(CASES)("a notification that %s", (_, one) => {
  const ledgerWith = (asked: string[]): Ledger =>
    new Ledger(stage.pg, ({ row }) => {
      asked.push(row.id);
      return one.held ?? null;
    });

  test("does the same with others as alone, and the review rule is asked once", async () => {
    const [alone, grouped] = [await notified(one), await notified(one)];
    const other = await notified({ before: UNDECIDED, operation: "pending", reading: "declined" });
    const asked: string[] = [];
    const ledger = ledgerWith(asked);
    await applyFacts(ledger, alone.attempt.id, [alone.fact], alone.meta);
    const results = await applyFactsOfMany(ledger, [grouped, other]);
    expect(results).toEqual([one.isAlone ? undefined : true, true]);
    if (one.isAlone) {
      expect(asked.filter((id) => id === grouped.attempt.id)).toEqual([]);
      await applyFacts(ledger, grouped.attempt.id, [grouped.fact], grouped.meta);
    }
    expect(await booksOf(grouped)).toEqual(await booksOf(alone));
    const [times = 0, timesAlone] = [grouped, alone].map(
      ({ attempt }) => asked.filter((id) => id === attempt.id).length,
    );
    expect(times).toBe(timesAlone);
    expect((await rowOf(other.attempt.id)).state).toBe("declined");
    if (one.held) expect((await rowOf(grouped.attempt.id)).hold_reason).toBe(one.held);
  });
});

test("one of a locked payment waits for it, and the others do not", async () => {
  const [locked, free] = [await notified(CASES[0]?.[1] ?? never()), await notified(CASES[0]?.[1] ?? never())];
  const groups = new InboxGroups(new Ledger(stage.pg));
  const trx = await stage.pg.transaction();
  await trx("acquiring_payment_attempt").where({ id: locked.attempt.id }).forUpdate();
  let isOver = false;
  const waiting = groups.applyFact(locked).then(() => (isOver = true));
  await groups.applyFact(free);
  expect((await rowOf(free.attempt.id)).state).toBe("authorised");
  expect(isOver).toBe(false);
  await trx.rollback();
  await waiting;
  expect((await rowOf(locked.attempt.id)).state).toBe("authorised");
});

function never(): never {
  throw new Error("There is no such case.");
}
