import type AcquiringModuleService from "../../src/modules/acquiring/service";
import type { SandboxResult } from "../../src/modules/acquiring/sandbox/sandbox-payment";
import type { OwnLedger } from "../support/own-ledger";
import { ownLedger } from "../support/own-ledger";

/** Test payments of the health page: to test accounts alone, through the gate, and taken back whatever happens on the way. */
let own: OwnLedger;
beforeAll(async () => {
  own = await ownLedger("test_payments");
});
afterAll(() => own.close());
beforeEach(async () => {
  await own.gateway.anew({ notifications: "off" });
});

let keys = 0;
const send = (service: AcquiringModuleService, account = "main"): Promise<SandboxResult> => {
  keys += 1;
  return service.sandboxPayments.send({
    account,
    key: `intention_${String(keys).padStart(8, "0")}`,
    actorId: "user_1",
  });
};
const sandbox = (profile: object = {}): AcquiringModuleService => own.service(undefined, profile, own.pg, true);
const outcomes = (result: SandboxResult): string[] =>
  result.kind === "tried" ? result.steps.map(({ name, outcome }) => `${name} ${outcome}`) : [result.message];
const sent = async (): Promise<string[]> => (await own.gateway.requests()).map(({ operation }) => operation);

test("an account not marked as a test account is sent nothing, and the refusal names the option", async () => {
  const refused = await send(own.service());
  expect(refused).toMatchObject({ kind: "refused", message: expect.stringContaining("accounts.main.sandbox: true") });
  expect(await send(sandbox(), "none")).toMatchObject({ kind: "refused" });
  expect(await sent()).toEqual([]);
});

test("a payment whose response is lost is queried, found and voided, not sent again", async () => {
  await own.gateway.fault("authorise", "drop-after-apply");
  expect(outcomes(await send(sandbox()))).toEqual(["authorise failed", "query done", "void done"]);
  expect(await sent()).toEqual(["authorise", "retrievalTrans", "cancel"]);
  const { effects } = await own.gateway.state();
  expect([effects.authorise, effects.cancel]).toEqual([1, 1]);
});

test("a gateway that does not respond fails each step that needs it, and voids nothing", async () => {
  await own.gateway.fault("authorise", "5xx-before");
  await own.gateway.fault("retrievalTrans", "5xx-before", 5);
  expect(outcomes(await send(sandbox()))).toEqual(["authorise failed", "query failed", "void skipped"]);
  expect((await own.gateway.state()).effects.cancel ?? 0).toBe(0);
});

test("a void without a response is reported, and stays open until a query decides it", async () => {
  await own.gateway.fault("cancel", "drop-before");
  const result = await send(sandbox());
  expect(outcomes(result)).toEqual(["authorise done", "query done", "void failed"]);
  const { rows } = await own.pg.raw(
    "SELECT * FROM acquiring_operation WHERE kind = 'void' ORDER BY sent_at DESC LIMIT 1",
  );
  expect(rows[0]).toMatchObject({ status: "unknown", actor: "admin" });
});

test("an account with automatic capture has its test payment refunded", async () => {
  await own.gateway.control("settings", { captureMode: "automatic" });
  const result = await send(sandbox({ capture: { mode: "automatic" } }));
  expect(outcomes(result)).toEqual(["authorise done", "query done", "void done"]);
  const [transaction] = (await own.gateway.state()).transactions.slice(-1);
  expect([transaction?.captured, transaction?.refunded]).toEqual(["1.00", "1.00"]);
});

test("no card number is in the ledger", async () => {
  await send(sandbox());
  for (const table of [
    "acquiring_payment_attempt",
    "acquiring_operation",
    "acquiring_inbox_event",
    "acquiring_entry",
  ]) {
    expect(JSON.stringify(await own.pg(table))).not.toContain("4111111111111111");
  }
});
