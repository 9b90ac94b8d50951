import type AcquiringModuleService from "../../src/modules/acquiring/service";
import type { OwnLedger } from "../support/own-ledger";
import { ownLedger } from "../support/own-ledger";

/** An operation that was proven unsent is sent again with its own amount only: meanwhile another amount can be due. */
const IN_PARTS = { capture: { multiple: true } };

let stage: OwnLedger;
let service: AcquiringModuleService;
let away: AcquiringModuleService;
beforeAll(async () => {
  stage = await ownLedger("another_amount");
  service = stage.service(undefined, IN_PARTS);
  away = stage.service("http://127.0.0.1:9", IN_PARTS);
});
afterAll(() => stage.close());
beforeEach(() => stage.gateway.anew({ multipleCaptures: true }));

async function payment(): Promise<string> {
  const [id] = await stage.authorised(1);
  if (id === undefined) throw new Error("There is no payment.");
  return id;
}

const capture = (attemptId: string, amount: bigint, by = service) =>
  by.gate.run({
    attemptId,
    kind: "capture",
    amount,
    idempotencyKey: `capt_${attemptId}`,
    actor: "admin",
    actorId: null,
  });

/** As the projection does, which needs Medusa. */
const record = (attemptId: string) =>
  stage.pg("acquiring_operation").where({ attempt_id: attemptId }).update({ recorded_in_medusa: true });

async function planned(attemptId: string, amount: bigint, upTo: bigint, by = service): Promise<string> {
  const [result] = await Promise.all(await by.policySends.carryOutAll([{ attemptId, kind: "capture", amount, upTo }]));
  return result?.kind ?? "nothing";
}

async function atGateway(attemptId: string): Promise<{ captures: string[]; refunded: string }> {
  const attempt = await service.attempts.attempt(attemptId);
  const { captures, refunded } = await stage.gateway.transaction(attempt?.order_no ?? "");
  return { captures: captures.map(({ amount }) => amount), refunded };
}

test("the key of an unsent capture takes no other amount, and nothing is sent", async () => {
  const id = await payment();
  expect((await capture(id, 5_000n, away)).kind).toBe("not_sent");
  expect(await capture(id, 3_000n)).toMatchObject({
    kind: "refused",
    reason: { code: "key_of_other_amount" },
  });
  expect(await stage.gateway.sent("capture")).toBe(0);
  expect(await capture(id, 5_000n)).toEqual({ kind: "settled" });
  expect((await atGateway(id)).captures).toEqual(["50.00"]);
});

test("after staff captured a part, the policy captures the rest and not what it could not send before", async () => {
  const id = await payment();
  expect(await planned(id, 5_000n, 5_000n, away)).toBe("not_sent");
  expect(await capture(id, 2_000n)).toEqual({ kind: "settled" });
  expect(await planned(id, 3_000n, 5_000n)).toBe("settled");
  expect((await atGateway(id)).captures).toEqual(["20.00", "30.00"]);
});

test("a cumulative amount that comes back after a smaller one is captured with what is missing", async () => {
  const id = await payment();
  expect(await planned(id, 8_000n, 8_000n, away)).toBe("not_sent");
  expect(await planned(id, 5_000n, 5_000n)).toBe("settled");
  await record(id);
  expect(await planned(id, 3_000n, 8_000n)).toBe("settled");
  expect(await planned(id, 3_000n, 8_000n)).toBe("settled");
  expect((await atGateway(id)).captures).toEqual(["50.00", "30.00"]);
});

test("late money of which a part was refunded in the portal after an unsent refund is returned, and no more", async () => {
  const id = await payment();
  await capture(id, 10_000n);
  await service.intendReversal(id);
  expect(await away.autoReversal.reverse(id)).toBe("waiting");
  const order_no = (await service.attempts.attempt(id))?.order_no ?? "";
  await stage.gateway.control("portal-refund", { order_no, amount: "40.00" });
  await service.checkAttempt(id);
  await record(id);
  expect(await service.autoReversal.reverse(id)).toBe("done");
  expect((await atGateway(id)).refunded).toBe("100.00");
  expect(await stage.gateway.sent("refund")).toBe(1);
});
