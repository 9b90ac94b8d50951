import { armFailpoint } from "../../src/modules/acquiring/runtime/failpoint";
import { cardPayment } from "../support/card-payment";
import type { HeldRoad } from "../support/held-road";
import { heldRoad } from "../support/held-road";
import type { OwnLedger } from "../support/own-ledger";
import { ownLedger } from "../support/own-ledger";

/**
 * A server stands still between its committed row and the send, longer than anybody waits; another one asks the gateway,
 * which knows of nothing, and gives the operation up. Then the first one goes on, and the gateway takes it.
 */
let stage: OwnLedger;
let road: HeldRoad;

beforeAll(async () => {
  stage = await ownLedger("stood_still");
  road = await heldRoad(stage.gateway.url);
});
afterAll(async () => {
  await stage.close();
  road.close();
});

test.each([
  ["capture", { state: "captured", captured: "4000" }, []],
  ["void", { state: "voided" }, []],
  ["refund", { state: "captured", refund_pending: "4000" }, ["refund_unexpected"]],
] as const)("a %s that was abandoned and succeeded counts, and Medusa is updated", async (kind, after, told) => {
  const slow = stage.service(road.url);
  const healthy = stage.service();
  const [id = ""] = await stage.authorised(1);
  const write = { attemptId: id, amount: 4_000n, actor: "admin", actorId: null } as const;
  if (kind === "refund") await healthy.gate.run({ ...write, kind: "capture", idempotencyKey: `first_${id}` });

  const held = road.hold();
  const answer = slow.gate.run({
    ...write,
    kind,
    amount: kind === "void" ? null : write.amount,
    idempotencyKey: `late_${id}`,
  });
  await held.arrived;
  const operation = stage.pg("acquiring_operation").where({ attempt_id: id, idempotency_key: `late_${id}` });
  await operation.clone().update({ sent_at: new Date(Date.now() - 300_000) });
  await healthy.checkAttempt(id);
  expect(await operation.clone().first("status")).toEqual({ status: "declined" });

  held.release();
  await answer;
  // Core's own row may have been taken away meanwhile: the projection looks.
  const status = kind === "refund" ? "pending" : "settled";
  expect(await operation.clone().first("status", "recorded_in_medusa")).toEqual({ status, recorded_in_medusa: false });
  const attempt = await stage.pg("acquiring_payment_attempt").where({ id }).first();
  expect(attempt).toMatchObject(after);
  expect(attempt.project_after).not.toBeNull();
  const items = await stage.pg("acquiring_attention_item").where({ attempt_id: id, cleared_at: null }).select("kind");
  expect(items.map((item) => item.kind)).toEqual(told);
});

test.each([
  ["capture", "authorised"],
  ["void", "authorised"],
  ["refund", "captured"],
] as const)(
  "a %s is not sent if its server was paused for a minute after its row was committed",
  async (kind, state) => {
    const service = stage.service();
    const [id = ""] = await stage.authorised(1);
    const write = { attemptId: id, amount: 4_000n, actor: "admin", actorId: null } as const;
    if (kind === "refund") await service.gate.run({ ...write, kind: "capture", idempotencyKey: `first_${id}` });
    const before = (await stage.gateway.state()).effects;
    const amount = kind === "void" ? null : write.amount;
    const run = () => service.gate.run({ ...write, kind, amount, idempotencyKey: `still_${id}` });
    let late = 0;
    service.useClock(() => new Date(Date.now() + late));
    armFailpoint((name) => {
      if (name === `${kind}:before-send`) late = 60_000;
    });
    const result = await run();
    armFailpoint(null);
    expect(result).toMatchObject({ kind: "not_sent", reason: { code: "too_late" } });
    expect((await stage.gateway.state()).effects).toEqual(before);
    expect((await stage.pg("acquiring_payment_attempt").where({ id }).first()).state).toBe(state);
    // Nothing stands in the way of another try.
    expect((await run()).kind).toBe("settled");
  },
);

test("nor is a card's payment, and the customer may try again", async () => {
  const service = stage.service();
  let late = 0;
  service.useClock(() => new Date(Date.now() + late));
  armFailpoint((name) => {
    if (name === "authorise:before-send") late = 60_000;
  });
  const before = (await stage.gateway.state()).effects;
  await service.pay(cardPayment("payses_still", "cart_still"));
  armFailpoint(null);
  expect((await stage.gateway.state()).effects).toEqual(before);
  const attempt = () => stage.pg("acquiring_payment_attempt").where({ session_id: "payses_still" });
  expect(await attempt().pluck("state")).toEqual(["declined"]);
  await service.pay(cardPayment("payses_still", "cart_still"));
  expect(await attempt().orderBy("created_at").pluck("state")).toEqual(["declined", "authorised"]);
});
