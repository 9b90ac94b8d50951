import { cardPayment } from "../support/card-payment";
import type { OwnLedger } from "../support/own-ledger";
import { ownLedger } from "../support/own-ledger";
import { wrongAtRest } from "../support/two-books";

/**
 * Every write without a redirect, answered by silence or nonsense, on the store's clock: background work queries as
 * due, and within a quarter of an hour either everything is decided or an item is raised. Redirects:
 * `redirect-promises.spec.ts`.
 */
const MINUTE = 60_000;
const TICK = 5_000;
const KINDS = ["authorise", "capture", "void", "refund"] as const;
const FAULTS = ["drop-before", "drop-after-apply", "5xx-after-apply", "html", "wrong-amount"] as const;
const WIRE = { authorise: "authorise", capture: "capture", void: "cancel", refund: "refund" } as const;
type Kind = (typeof KINDS)[number];

let stage: OwnLedger;
let service: ReturnType<OwnLedger["service"]>;
let made = 0;

beforeAll(async () => {
  stage = await ownLedger("final_in_time");
  service = stage.service();
});
afterAll(() => stage.close());
afterEach(() => stage.gateway.control("settings", { failQueries: "off" }));

/** Sends one write with the fault; returns its payment's ID. */
async function strike(kind: Kind, fault: string): Promise<string> {
  made += 1;
  const sessionId = `payses_late_${String(made)}`;
  service.useClock(() => new Date());
  if (kind === "authorise") await stage.gateway.fault("authorise", fault);
  await service.pay(cardPayment(sessionId, `cart_${sessionId}`));
  const { id } = await stage.pg("acquiring_payment_attempt").where({ session_id: sessionId }).first();
  if (kind === "authorise") return id;
  const run = (what: "capture" | "void" | "refund") =>
    service.gate.run({
      attemptId: id,
      kind: what,
      amount: what === "void" ? null : 4_000n,
      idempotencyKey: `${what}_${sessionId}`,
      actor: "admin",
      actorId: null,
    });
  if (kind === "refund") await run("capture");
  await stage.gateway.fault(WIRE[kind], fault);
  expect((await run(kind)).kind).toBe("unknown");
  return id;
}

const open = (id: string): Promise<object[]> =>
  stage.pg("acquiring_operation").where({ attempt_id: id }).whereIn("status", ["sending", "unknown"]);

/** Background work for a quarter of an hour plus the minute until the next query; ends when nothing is open. */
async function quarter(id: string): Promise<void> {
  const begin = Date.now();
  for (let now = begin; now <= begin + 16 * MINUTE; now += TICK) {
    service.useClock(() => new Date(now));
    await service.checkAttempts(await service.due("check", 100));
    if ((await open(id)).length === 0) return;
  }
}

const told = (id: string): Promise<object[]> =>
  stage.pg("acquiring_attention_item").where({ attempt_id: id, kind: "unknown_outcome" }).whereNull("cleared_at");

describe("5 every unknown operation becomes final within 15 minutes of gateway health, or raises attention", () => {
  test.each(KINDS.flatMap((kind) => FAULTS.map((fault) => [kind, fault] as const)))(
    "a response to a %s is affected by %s",
    async (kind, fault) => {
      const id = await strike(kind, fault);
      await quarter(id);
      expect([await open(id), await told(id)]).toEqual([[], []]);
      expect(await wrongAtRest(stage)).toEqual([]);
    },
  );

  test.each(KINDS)(
    "a %s whose queries are refused raises an item, and is decided once they are answered",
    async (kind) => {
      await stage.gateway.control("settings", { failQueries: "ip" });
      const id = await strike(kind, "drop-after-apply");
      await quarter(id);
      expect((await open(id)).length).toBe(1);
      expect((await told(id)).length).toBe(1);
      await stage.gateway.control("settings", { failQueries: "off" });
      await quarter(id);
      await service.checkAttempt(id);
      expect([await open(id), await told(id)]).toEqual([[], []]);
    },
  );
});
