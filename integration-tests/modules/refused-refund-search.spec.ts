import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { AttemptRow } from "../../src/modules/acquiring/ledger/rows/attempt-row";
import type AcquiringModuleService from "../../src/modules/acquiring/service";
import { subscriptionPayment } from "../support/subscription-payment";
import type { OwnLedger } from "../support/own-ledger";
import { ownLedger } from "../support/own-ledger";

/** A gateway that answers queries of payments, and refuses the search for refunds. */
let stage: OwnLedger;
let proxy: Server;
let service: AcquiringModuleService;
let isRefused = true;

beforeAll(async () => {
  stage = await ownLedger("refused_refund_search");
  proxy = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on("data", (chunk: Buffer) => chunks.push(chunk));
    req.on("end", () => {
      const isSearch = req.url === "/v1/retrievalRefund";
      if (isSearch && isRefused) return void res.end('{"return_status":"3","return_message":"Not allowed"}');
      const headers = { "content-type": req.headers["content-type"] ?? "" };
      const options = { method: "POST", headers, body: Buffer.concat(chunks) };
      void fetch(`${stage.gateway.url}${req.url ?? ""}`, options).then(async (answer) => {
        res.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
        res.end(await answer.text());
      });
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const { port } = proxy.address() as AddressInfo;
  service = stage.service(`http://127.0.0.1:${String(port)}`);
});
afterAll(async () => {
  await stage.close();
  proxy.closeAllConnections();
  await new Promise((resolve) => proxy.close(resolve));
});
beforeEach(async () => {
  isRefused = true;
  await stage.gateway.anew({ notifications: "off" });
});

const rowOf = (id: string): Promise<AttemptRow> => stage.pg("acquiring_payment_attempt").where({ id }).first();
const refusals = (): Promise<string[]> =>
  stage.pg("acquiring_attention_item").where({ kind: "query_refused", cleared_at: null }).pluck("message");
const run = (attemptId: string, kind: "capture" | "refund", amount: bigint) =>
  service.gate.run({ attemptId, kind, amount, idempotencyKey: kind + attemptId, actor: "admin", actorId: null });

test("the charges of a subscription are recorded although the refunds of its first payment cannot be searched", async () => {
  const { attempt: first } = await service.pay(subscriptionPayment("payses_first"));
  if (!first?.recurring_id) throw new Error("Nothing was paid.");
  await run(first.id, "capture", 10_000n);
  await run(first.id, "refund", 500n);
  await stage.gateway.control("renew", { recurring_id: first.recurring_id });
  const { refund_pending: pending } = await rowOf(first.id);
  expect(await service.checkAttempt(first.id)).toBe(false);
  expect(await service.subscriptions.renewalsOf(first.id)).toMatchObject([{ state: "captured" }]);
  const after = await rowOf(first.id);
  expect([after.captured, after.refund_pending, after.refunded]).toEqual(["10000", pending, "0"]);
  expect(after.next_check_at).not.toBeNull();
  expect(await refusals()).toEqual([expect.stringContaining("Not allowed")]);

  isRefused = false;
  expect(await service.checkAttempt(first.id)).toBe(true);
  expect(await refusals()).toEqual([]);
});

test("a search that fails stays due after the payment is settled", async () => {
  const [id = ""] = await stage.authorised(1);
  await stage
    .pg("acquiring_payment_attempt")
    .where({ id })
    .update({ state: "pending", authorised: 0, next_check_at: new Date() });
  await stage.pg("acquiring_operation").where({ attempt_id: id }).update({ status: "pending" });
  const refund = {
    sequence: 2,
    kind: "refund",
    amount: "1",
    status: "declined",
    idempotency_key: "earlier",
    actor: "admin",
  };
  const [operation] = await stage.pg("acquiring_operation").where({ attempt_id: id });
  await stage.pg("acquiring_operation").insert({ ...operation, ...refund, id: "acqop_01EARLIERREFUND" });
  expect(await service.checkAttempt(id)).toBe(false);
  const after = await rowOf(id);
  expect([after.state, after.checks]).toEqual(["authorised", 1]);
  expect(after.next_check_at).not.toBeNull();
});

test("a payment captured and refunded at the gateway is not recorded as captured without its refunds", async () => {
  const [id = ""] = await stage.authorised(1);
  const { order_no: orderNo } = await rowOf(id);
  await stage.gateway.control("portal-capture", { order_no: orderNo });
  await stage.gateway.control("portal-refund", { order_no: orderNo, amount: "100.00" });
  expect(await service.checkAttempt(id)).toBe(false);
  expect(await rowOf(id)).toMatchObject({ state: "authorised", captured: "0", refunded: "0" });
  expect(await refusals()).toHaveLength(1);

  isRefused = false;
  expect(await service.checkAttempt(id)).toBe(true);
  const after = await rowOf(id);
  expect([after.state, after.captured]).toEqual(["captured", "10000"]);
  expect(BigInt(after.refunded) + BigInt(after.refund_pending)).toBe(10_000n);
});
