import { createOperationId, createOrderNo } from "../../src/gateway/model/ids";
import { createCurrency, createMoney } from "../../src/gateway/model/money";
import { bareRefund } from "../../src/gateway/reading/normalize";
import type { FactsMeta } from "../../src/modules/acquiring/ledger/apply-facts";
import { applyFacts } from "../../src/modules/acquiring/ledger/apply-facts";
import { Ledger } from "../../src/modules/acquiring/ledger/ledger";
import type { OwnLedger } from "../support/own-ledger";
import { ownLedger } from "../support/own-ledger";

/** Two servers ask about one refund, and the first to ask is the last to hear; against the simulator and a real Postgres. */
let stage: OwnLedger;
beforeAll(async () => {
  stage = await ownLedger("overtaken_queries");
});
afterAll(() => stage.close());

const MINUTE = 60_000;

test("a response overtaken by a newer one reverts nothing, and the gateway is queried again immediately", async () => {
  const service = stage.service();
  const [id = ""] = await stage.authorised(1);
  const write = { attemptId: id, amount: 4_000n, actor: "admin", actorId: null } as const;
  await service.gate.run({ ...write, kind: "capture", idempotencyKey: "capture" });
  await service.gate.run({ ...write, kind: "refund", idempotencyKey: "refund" });
  const operation = () => stage.pg("acquiring_operation").where({ attempt_id: id, kind: "refund" }).first();
  const attempt = () => stage.pg("acquiring_payment_attempt").where({ id }).first();

  const { id: refundId } = await operation();
  const ask = async (): Promise<FactsMeta["operationsWhenAsked"]> => new Map([[refundId, (await operation()).status]]);
  const start = Date.now() + MINUTE;
  const hear = (reading: "succeeded" | "failed", operationsWhenAsked: FactsMeta["operationsWhenAsked"]) =>
    applyFacts(
      new Ledger(stage.pg),
      id,
      [
        {
          ...bareRefund(createOrderNo("acq_1"), reading),
          operationId: createOperationId(refundId),
          money: createMoney(4_000n, createCurrency("EUR")),
        },
      ],
      {
        source: "query",
        inboxEventId: null,
        askedAt: new Date(start),
        operationsWhenAsked: operationsWhenAsked ?? new Map(),
        now: new Date(start),
        unknownFinalAfterMs: MINUTE,
        completeCartAfterMs: 0,
      },
    );
  const first = await ask();
  await hear("failed", await ask());
  expect([(await operation()).status, (await attempt()).next_check_at]).toEqual(["declined", null]);

  expect(await hear("succeeded", first)).toBe(true);
  expect([(await operation()).status, (await attempt()).refunded]).toEqual(["declined", "0"]);
  expect((await attempt()).next_check_at).toEqual(new Date(start));

  await hear("succeeded", await ask());
  expect([(await operation()).status, (await attempt()).refunded]).toEqual(["settled", "4000"]);
});

test("a query that is requested while another one is answered stays due", async () => {
  const service = stage.service();
  const [id = ""] = await stage.authorised(1);
  const attempt = () => stage.pg("acquiring_payment_attempt").where({ id });
  await attempt().update({ next_check_at: null });
  const requested = new Date(Date.now() + MINUTE);
  const { attempts } = service;
  const locked = attempts.withAttempt.bind(attempts);
  const spy = jest.spyOn(attempts, "withAttempt").mockImplementation(async (...args) => {
    await attempt().where({ checks: 0 }).update({ next_check_at: requested });
    return locked(...args);
  });
  expect(await service.checkAttempts([id])).toEqual([]);
  spy.mockRestore();
  expect(await attempt().first()).toMatchObject({ checks: 1, next_check_at: requested });

  // Once it was asked, nothing is open.
  expect(await service.checkAttempts([id])).toEqual([]);
  expect(await attempt().first()).toMatchObject({ checks: 2, next_check_at: null });
});
