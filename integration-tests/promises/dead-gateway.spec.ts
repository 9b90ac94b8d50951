import type { OwnLedger } from "../support/own-ledger";
import { cardPayment } from "../support/card-payment";
import { ownLedger } from "../support/own-ledger";

/**
 * The gateway refuses every connection for an hour of the store's clock. Background work runs every two seconds,
 * customers poll every second, and the resulting requests are counted at the gateway.
 */
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const TICK = 4 * SECOND;
const CARTS = 15;

let stage: OwnLedger;
beforeAll(async () => {
  stage = await ownLedger("dead_gateway");
});
afterAll(() => stage.close());

test("27 a dead gateway costs a bounded request rate, and the attention queue says so", async () => {
  const service = stage.service();
  await stage.gateway.fault("authorise", "drop-before", CARTS);
  await stage.gateway.fault("retrievalTrans", "5xx-before", CARTS);
  const sessions = Array.from({ length: CARTS }, (_, index) => `payses_dead_${String(index)}`);
  for (const id of sessions) await service.pay(cardPayment(id, `cart_${id}`));
  const open = await stage.pg("acquiring_payment_attempt").where({ state: "unknown" });
  expect(open).toHaveLength(CARTS);

  await stage.gateway.control("settings", { down: true });
  const begin = Date.now();
  const perMinute: number[] = [];
  let now = begin;
  service.useClock(() => new Date(now));
  for (let minute = 0; minute < 60; minute += 1) {
    const before = await requestsSoFar();
    for (let tick = 0; tick < MINUTE / TICK; tick += 1) {
      now += TICK;
      const due = await service.due("check", 1_000);
      if (due.length > 0) await service.checkAttempts(due);
      // One customer keeps polling.
      await service.checkout.status(sessions[0] ?? "", { query: true });
    }
    perMinute.push((await requestsSoFar()) - before);
  }
  expect(now - begin).toBe(HOUR);
  const [first = 0, ...later] = perMinute;
  // Frequently at first; later at most once a minute per open payment.
  expect(first).toBeLessThanOrEqual(6 * CARTS);
  expect(Math.max(...later)).toBeLessThanOrEqual(CARTS);
  expect(Math.min(...later)).toBeGreaterThan(0);
  const sent = (await stage.gateway.requests()).filter(({ operation }) => operation !== "retrievalTrans");
  expect(sent.map(({ operation }) => operation)).toEqual(Array.from({ length: CARTS }, () => "authorise"));
  expect(await told()).toEqual(Array.from({ length: CARTS }, () => "unknown_outcome"));

  await stage.gateway.control("settings", { down: false });
  const back = now;
  while ((await unknown()).length > 0 && now - back < 15 * MINUTE) {
    now += TICK;
    await service.checkAttempts(await service.due("check", 1_000));
  }
  expect([await unknown(), await told()]).toEqual([[], []]);
});

const unknown = (): Promise<object[]> => stage.pg("acquiring_payment_attempt").where({ state: "unknown" });

async function told(): Promise<string[]> {
  const items: { kind: string }[] = await stage.pg("acquiring_attention_item").whereNull("cleared_at");
  return items.map(({ kind }) => kind);
}

const requestsSoFar = async (): Promise<number> => (await stage.gateway.requests()).length;
