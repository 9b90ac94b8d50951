import fc from "fast-check";
import type { OwnLedger } from "../support/own-ledger";
import { ownLedger } from "../support/own-ledger";
import { atServer, installServerClocks, removeServerClocks } from "../support/server-clock";

/**
 * Two servers on one ledger, each with its own connections and a clock that is a day off in opposite directions: a void
 * and a capture of the same payment start together, a thousand times, and each server queries the gateway about the
 * other's operation. Order and number of concurrent races are drawn from a fixed seed.
 */
const RACES = 1_000;
const AT_ONCE = 50;
const SEED = 12;
const LONG = 300_000;
const CHECKED_EVERY = 5;

let stage: OwnLedger;
beforeAll(async () => {
  installServerClocks();
  stage = await ownLedger("void_or_capture");
});
afterAll(async () => {
  await stage.close();
  removeServerClocks();
});

const DAY_MS = 86_400_000;

type Service = ReturnType<OwnLedger["service"]>;

const send = (service: Service, kind: "capture" | "void", attemptId: string): ReturnType<Service["gate"]["run"]> =>
  service.gate.run({
    attemptId,
    kind,
    amount: kind === "void" ? null : 10_000n,
    idempotencyKey: `${kind}_${attemptId}`,
    actor: "admin",
    actorId: null,
  });

test(
  "12 void and capture exclude each other",
  async () => {
    const here = stage.service();
    const there = stage.service(undefined, {}, stage.pool(10));
    const ids = await stage.authorised(RACES);
    const firsts = fc.sample(fc.constantFrom("capture", "void"), { numRuns: RACES, seed: SEED });
    const outcomes: string[] = [];
    for (let from = 0; from < RACES; from += AT_ONCE) {
      const races = ids.slice(from, from + AT_ONCE).map(async (id, index) => {
        const first = firsts[from + index] ?? "capture";
        const second = first === "capture" ? "void" : "capture";
        const sends = [atServer(DAY_MS, () => send(here, first, id)), atServer(-DAY_MS, () => send(there, second, id))];
        // A wrong clock must not make one of them conclude that the other's request was not executed.
        const check = index % CHECKED_EVERY === 0 ? atServer(DAY_MS, () => here.checkAttempt(id)) : null;
        const both = await Promise.all(sends);
        await check;
        return both
          .map(({ kind }) => kind)
          .sort()
          .join("+");
      });
      outcomes.push(...(await Promise.all(races)));
    }

    // One of the two succeeds; the other was too late, or the first is still in progress.
    expect(outcomes.filter((outcome) => !["refused+settled", "settled+unknown"].includes(outcome))).toEqual([]);
    const { effects, effects_by_order: byOrder } = await stateOf();
    expect((effects.capture ?? 0) + (effects.cancel ?? 0)).toBe(RACES);
    expect([effects.capture, effects.cancel].every((count) => (count ?? 0) > 0)).toBe(true);
    const rows: { order_no: string; state: string }[] = await stage.pg("acquiring_payment_attempt").select("*");
    const wrong = rows.filter(({ order_no: orderNo, state }) => {
      const { capture = 0, cancel = 0 } = byOrder[orderNo] ?? {};
      return (
        capture + cancel !== 1 || (state === "captured") !== (capture === 1) || (state === "voided") !== (cancel === 1)
      );
    });
    expect(wrong).toEqual([]);
    expect(rows).toHaveLength(RACES);
    // The loser sent nothing: the gateway was asked for one of the two, never for both.
    const asked = new Map<string, string[]>();
    for (const { operation, body } of await stage.gateway.requests()) {
      const items = body[`${operation}_orders`];
      for (const { order_no: orderNo } of Array.isArray(items) ? items : []) {
        asked.set(orderNo, [...(asked.get(orderNo) ?? []), operation]);
      }
    }
    expect([...asked.values()].filter((operations) => operations.length !== 1)).toEqual([]);
  },
  LONG,
);

async function stateOf(): Promise<{
  effects: Record<string, number>;
  effects_by_order: Record<string, { capture?: number; cancel?: number }>;
}> {
  return (await fetch(`${stage.gateway.url}/_control/state`)).json();
}
