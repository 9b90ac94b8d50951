import type { HeldRoad } from "../support/held-road";
import { heldRoad } from "../support/held-road";
import { cardPayment } from "../support/card-payment";
import type { OwnLedger } from "../support/own-ledger";
import { ownLedger } from "../support/own-ledger";
import { atServer, installServerClocks, removeServerClocks } from "../support/server-clock";

/**
 * 29: servers with wrong clocks. One has an operation in flight, another queries the gateway, which does not know it
 * yet. Only Postgres' time decides whether that proves anything.
 */
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let stage: OwnLedger;
let road: HeldRoad;

beforeAll(async () => {
  installServerClocks();
  stage = await ownLedger("clock_skew");
  road = await heldRoad(stage.gateway.url);
});
afterAll(async () => {
  await stage.close();
  road.close();
  removeServerClocks();
});

/** Number of operations that the gateway has executed. */
async function effects(kind: "capture" | "void" | "refund"): Promise<number> {
  const state = await stage.gateway.state();
  return state.effects[kind === "void" ? "cancel" : kind] ?? 0;
}

/** Clock errors of sender and querying server against Postgres. */
const SKEWS = [
  [-125_000, 0],
  [0, 125_000],
  [DAY, -DAY],
  [-DAY, DAY],
  [125_000, 0],
] as const;

const CASES = (["capture", "void", "refund"] as const).flatMap((kind) => SKEWS.map((skew) => [kind, ...skew] as const));

test.each(CASES)(
  "29 a %s in flight is not declared not applied, whether the sender's clock is wrong by %i ms or the other server's by %i ms",
  async (kind, senderMs, askerMs) => {
    const sender = stage.service(road.url);
    const asker = stage.service();
    const [id = ""] = await stage.authorised(1);
    const write = { attemptId: id, amount: 4_000n, actor: "admin", actorId: null } as const;
    if (kind === "refund")
      await asker.gate.run({ ...write, kind: "capture", amount: 10_000n, idempotencyKey: `c_${id}` });
    const amount = kind === "void" ? null : write.amount;
    const again = (key: string): ReturnType<typeof asker.gate.run> =>
      atServer(askerMs, () => asker.gate.run({ ...write, kind, amount, idempotencyKey: key }));

    const before = await effects(kind);
    const held = road.hold();
    const first = atServer(senderMs, () => sender.gate.run({ ...write, kind, amount, idempotencyKey: `first_${id}` }));
    await held.arrived;
    await atServer(askerMs, () => asker.checkAttempt(id));
    const operation = await stage
      .pg("acquiring_operation")
      .where({ idempotency_key: `first_${id}` })
      .first();
    expect(operation.status).toBe("sending");
    expect((await again(`second_${id}`)).kind).toBe("unknown");

    held.release();
    expect(["settled", "pending"]).toContain((await first).kind);
    expect(await effects(kind)).toBe(before + 1);
  },
);

test.each(SKEWS)(
  "29 an authorise in flight is not declared not applied: sender %i ms, other server %i ms",
  async (senderMs, askerMs) => {
    const sender = stage.service(road.url);
    const asker = stage.service();
    const session = `payses_skew_${String(senderMs)}_${String(askerMs)}`;
    const held = road.hold();
    const paying = atServer(senderMs, () => sender.pay(cardPayment(session, `cart_${session}`)));
    await held.arrived;
    const attempt = (): ReturnType<typeof stage.pg> =>
      stage.pg("acquiring_payment_attempt").where({ session_id: session });
    const { id } = await attempt().first("id");
    await atServer(askerMs, () => asker.checkAttempt(id));
    expect(await attempt().pluck("state")).toEqual(["created"]);
    held.release();
    await paying;
    expect(await attempt().pluck("state")).toEqual(["authorised"]);
  },
);

test.each([-DAY, -MINUTE, MINUTE, DAY])(
  "29 a server's time is Postgres', although its own is wrong by %i ms",
  async (wrongMs) => {
    const server = stage.service();
    const [said, own] = await atServer(wrongMs, async () => {
      await server.clock.sync();
      return [server.now().getTime(), server.clock.skewMs()];
    });
    const { rows } = await stage.pg.raw<{ rows: { at: Date }[] }>("SELECT clock_timestamp() AS at");
    expect(Math.abs((rows[0]?.at.getTime() ?? 0) - said)).toBeLessThan(2_000);
    expect(Math.abs((own ?? 0) - wrongMs)).toBeLessThan(2_000);
  },
);
