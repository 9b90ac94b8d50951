import type { Knex } from "knex";
import type { AttemptRow } from "../../src/modules/acquiring/ledger/rows";
import AcquiringModuleService from "../../src/modules/acquiring/service";
import type { Simulator } from "../../src/simulator";
import { startSimulator } from "../../src/simulator";
import { cardPayment } from "../support/card-payment";
import { ledgerDatabase } from "../support/ledger-database";
import type { OwnDatabase } from "../support/own-database";
import { Gateway } from "../support/shop";

/** A gateway that words its answers otherwise: no payment that it wants held goes through, whatever it is read from. */
const KEY = "golden-key-0123456789";
const HELD = "4000000000009243";
const PLAIN = "4111111111111111";

let database: OwnDatabase;
let pg: Knex;
let simulator: Simulator;
let gateway: Gateway;
let sessions = 0;

beforeAll(async () => {
  database = await ledgerDatabase("dialect");
  pg = database.pool(10);
  simulator = await startSimulator({ merchantId: "100001", accountId: "100001001", signingKeys: [KEY] });
  gateway = new Gateway(simulator.url);
});
afterAll(async () => {
  await simulator.close();
  await database.close();
});

function service(): AcquiringModuleService {
  const account = { baseUrl: simulator.url, merchantId: "100001", accountId: "100001001", signingKeys: [KEY] };
  const note = (): void => undefined;
  const options = {
    accounts: { main: account },
    storefront: { origins: ["http://localhost:8000"] },
    notifyBaseUrl: "http://localhost:1",
  };
  const logger = { info: note, warn: note, error: note };
  // @ts-expect-error -- a logger with the methods that the service uses
  return new AcquiringModuleService({ __pg_connection__: pg, logger }, options);
}

/** Paid by one process, and asked about by another that was started later. */
async function paid(dialect: string, card: string): Promise<AttemptRow> {
  await gateway.anew({ notifications: "off", dialect });
  sessions += 1;
  const session = `payses_${String(sessions)}`;
  const { attempt } = await service().pay(cardPayment(session, `cart_${session}`, { card, billingCountry: "DE" }));
  if (!attempt) throw new Error("Nothing was paid.");
  await service().checkAttempt(attempt.id);
  return pg("acquiring_payment_attempt").where({ id: attempt.id }).first();
}

test.each([
  "off",
  "cdata",
  "comments",
  "attributes",
  "single-quotes",
  "one-risk-list",
  "numbers,single-object",
  "empty-texts,lower-case,item-order",
])("33 in the dialect %s a payment that the gateway wants held is held", async (dialect) => {
  expect(await paid(dialect, HELD)).toMatchObject({ state: "authorised", hold_reason: "gateway", hold_decision: null });
  expect(await paid(dialect, PLAIN)).toMatchObject({ state: "authorised", hold_reason: null });
});

test.each(["prefixes", "nesting", "prefixes,numbers,single-object"])(
  "33 in the dialect %s the answer to a payment cannot be read, so the payment is held, also after a restart",
  async (dialect) => {
    const attempt = await paid(dialect, PLAIN);
    expect(attempt).toMatchObject({ state: "authorised", hold_reason: "unreadable", hold_decision: null });
    const items = await pg("acquiring_attention_item").where({ attempt_id: attempt.id, kind: "held_review" });
    expect(items.map(({ message }: { message: string }) => message)).toEqual([
      expect.stringContaining("could not be read"),
    ]);
    const by = { verdict: "approve", note: null, actorId: "user_1", idempotencyKey: attempt.id } as const;
    expect(await service().review({ attemptId: attempt.id, ...by })).toEqual({ kind: "decided", decision: "approved" });
    expect(await gateway.sent("review")).toBe(0);
  },
);
