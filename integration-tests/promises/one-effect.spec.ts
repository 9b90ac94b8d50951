import { failpointNames } from "../../src/modules/acquiring/runtime/failpoint";
import type { NewPayment } from "../../src/modules/acquiring/checkout/checkout-payment";
import type { Wanted } from "../support/card-payment";
import { cardPayment } from "../support/card-payment";
import { subscriptionPayment } from "../support/subscription-payment";
import { runChild } from "../support/ledger-child";
import type { OwnLedger } from "../support/own-ledger";
import { ownLedger } from "../support/own-ledger";

/**
 * A process dies at each failpoint of each write, and afterwards every caller tries again: at once, after a query, and
 * with a new key once it is proven that nothing happened. The gateway's own count decides.
 */
const KINDS = ["authorise", "capture", "void", "refund", "review", "cancel_subscription"] as const;
const PLACES = ["before-commit", "before-send", "after-send", "after-conclude"] as const;
type Kind = (typeof KINDS)[number];

const MINUTE = 60_000;
const HELD_CARD = "4000000000009235";
/** The gateway's name of each operation. */
const WIRE = {
  authorise: "authorise",
  capture: "capture",
  void: "cancel",
  refund: "refund",
  review: "review",
  cancel_subscription: "cancelsubscription",
} as const;
/** All effects allowed on a payment in the end: the preparation, and the operation itself, once. */
const EFFECTS = {
  authorise: { authorise: 1 },
  capture: { authorise: 1, capture: 1 },
  void: { authorise: 1, cancel: 1 },
  refund: { authorise: 1, capture: 1, refund: 1 },
  // A held payment is authorised once it is approved.
  review: { authorise: 1 },
  cancel_subscription: { authorise: 1, cancel_subscription: 1 },
} as const;

let stage: OwnLedger;
let service: ReturnType<OwnLedger["service"]>;

beforeAll(async () => {
  stage = await ownLedger("one_effect");
  service = stage.service();
});
afterAll(() => stage.close());
beforeEach(() => service.useClock(() => new Date()));

const CASES = KINDS.flatMap((kind) => PLACES.map((place) => [kind, place] as const));

/** The ledger does not know what an authorised payment is for, so the other writes are the same. */
const OF_LINKS = CASES.filter(([kind, place]) => kind === "authorise" && place.endsWith("-send"));

/** Of a cart, or of an order's balance that is paid with a link. */
type Paid = Pick<NewPayment, "cartId" | "balance">;
const ofCart = (sessionId: string): Paid => ({ cartId: `cart_${sessionId}` });
const ofLink = (sessionId: string): Paid => ({
  cartId: null,
  balance: { collectionId: `pay_col_${sessionId}`, linkId: `acqlnk_${sessionId}` },
});

describe("1 one logical authorise, capture, refund, void or payout has at most one effect at the gateway", () => {
  test.each([
    ...CASES.map(([kind, place]) => ["cart", kind, place, ofCart] as const),
    ...OF_LINKS.map(([kind, place]) => ["payment link", kind, place, ofLink] as const),
  ])("of a %s: a process is killed in a %s at %s", async (payable, kind, place, paidFor) => {
    const sessionId = `payses_dies_${kind}_${place}_${payable}`;
    const paid = paidFor(sessionId);
    const crashAt = `${kind}:${place}`;
    if (kind === "authorise") {
      const run = { kind: "pay", sessionId, ...plain(paid), times: 1, crashAt } as const;
      expect((await runChild(stage, run)).signal).toBe("SIGKILL");
    } else {
      const intent = commandOf(kind, await prepared(kind, sessionId, paid), "dies");
      expect((await runChild(stage, { kind: "write", intent, crashAt })).signal).toBe("SIGKILL");
      await pressed(intent);
    }
    await anHourLater(sessionId);
    if (kind === "authorise") {
      await Promise.all(three(() => service.pay(cardPayment(sessionId, paid.cartId, wanted(paid)))));
    } else {
      const [{ id = "" } = {}] = await attemptsOf(sessionId);
      await pressed(commandOf(kind, id, "dies"));
      if (!(await isDone(kind, id))) await pressed(commandOf(kind, id, "again"));
    }

    const attempts = await attemptsOf(sessionId);
    const { effects, sent } = await atGateway(
      kind,
      attempts.map(({ order_no }) => order_no),
    );
    expect(effects).toEqual(EFFECTS[kind]);
    expect(sent).toBe(1);
    const open = await stage
      .pg("acquiring_operation")
      .whereIn(
        "attempt_id",
        attempts.map(({ id }) => id),
      )
      .whereIn("status", ["sending", "unknown"]);
    expect(open).toEqual([]);
  });

  test("every failpoint of every write killed a process", () => {
    expect(CASES.map(([kind, place]) => `${kind}:${place}`)).toEqual(
      failpointNames.filter((name) => KINDS.some((kind) => name.startsWith(`${kind}:`))),
    );
  });
});

const wanted = ({ balance }: Paid): Pick<Wanted, "balance"> => (balance ? { balance } : {});
const plain = (paid: Paid): { cartId: string | null } & Pick<Wanted, "balance"> => ({
  cartId: paid.cartId,
  ...wanted(paid),
});

const three = <T>(press: () => Promise<T>): Promise<T>[] => Array.from({ length: 3 }, press);

type Write = Exclude<Kind, "authorise">;

const commandOf = (kind: Write, attemptId: string, key: string): Parameters<typeof service.gate.run>[0] => ({
  attemptId,
  kind,
  amount: kind === "capture" || kind === "refund" ? 4_000n : null,
  idempotencyKey: `${kind}_${attemptId}_${key}`,
  actor: "admin",
  actorId: null,
  ...(kind === "review" && { action: "approve", note: "It is fine." }),
});

/** Three concurrent callers. */
async function pressed(intent: ReturnType<typeof commandOf>): Promise<void> {
  const results = await Promise.all(three(() => service.gate.run(intent)));
  for (const result of results) {
    expect(["settled", "pending", "unknown", "declined", "refused"]).toContain(result.kind);
  }
}

/** Whether this logical operation is done, as far as the ledger knows. */
async function isDone(kind: Write, attemptId: string): Promise<boolean> {
  const rows = await stage
    .pg("acquiring_operation")
    .where({ attempt_id: attemptId, kind })
    .whereIn("status", ["settled", "pending"]);
  return rows.length > 0;
}

/** A payment that can be captured, voided, refunded or reviewed, or whose subscription can be cancelled. */
async function prepared(kind: Write, sessionId: string, paid: Paid): Promise<string> {
  const card = kind === "review" ? { card: HELD_CARD } : {};
  const once = cardPayment(sessionId, paid.cartId, { ...card, ...wanted(paid) });
  await service.pay(kind === "cancel_subscription" ? subscriptionPayment(sessionId) : once);
  const [{ id = "" } = {}] = await attemptsOf(sessionId);
  if (kind === "refund") await service.gate.run(commandOf("capture", id, "before"));
  return id;
}

const attemptsOf = (sessionId: string): Promise<{ id: string; order_no: string }[]> =>
  stage.pg("acquiring_payment_attempt").where({ session_id: sessionId }).orderBy("created_at");

/** The scheduled check decides: it happened, or it provably did not. */
async function anHourLater(sessionId: string): Promise<void> {
  const later = Date.now() + 60 * MINUTE;
  service.useClock(() => new Date(later));
  const attempts = await attemptsOf(sessionId);
  expect(await service.checkAttempts(attempts.map(({ id }) => id))).toEqual([]);
}

/** The gateway's effects for these order numbers, and the number of writes of this kind it received. */
async function atGateway(kind: Kind, orderNos: readonly string[]): Promise<{ effects: object; sent: number }> {
  const effects: Record<string, number> = {};
  let sent = 0;
  for (const orderNo of orderNos) {
    const { effects_by_order: byOrder } = await read(`state?order_no=${orderNo}`);
    const { requests } = await read(`requests?order_no=${orderNo}`);
    for (const [name, count] of Object.entries(byOrder[orderNo] ?? {})) effects[name] = (effects[name] ?? 0) + count;
    sent += requests.filter(({ operation }) => operation === WIRE[kind]).length;
  }
  return { effects, sent };
}

interface GatewaySays {
  readonly effects_by_order: Record<string, Record<string, number>>;
  readonly requests: readonly { readonly operation: string }[];
}

const read = async (call: string): Promise<GatewaySays> =>
  (await fetch(`${stage.gateway.url}/_control/${call}`)).json();
