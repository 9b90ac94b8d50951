import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SIGNING_KEY, withStore } from "../support/boot";
import { runCommand as run } from "../support/run-command";
import { makePayments } from "../support/books-of-payments";
import { storeNotifications } from "../../src/modules/acquiring/ledger/store-notifications";
import { signFields } from "../../src/simulator/notifications/signature";

withStore("reconcile_command", (stage) => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "acquiring-reconcile-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("it lists differences and exits with 1, repairs with --apply and exits with 0", async () => {
    const { pg, ledger } = stage();
    const { captured } = await makePayments(stage(), 2);
    const [id = ""] = captured;
    expect(await run(stage(), ["reconcile"])).toMatchObject({
      code: 0,
      out: "",
      err: expect.stringContaining("10 payments compared"),
    });
    await pg.raw("UPDATE acquiring_payment_attempt SET state = 'authorised', captured = 0 WHERE id = ?", [id]);

    const json = await run(stage(), ["reconcile", "--format", "json"]);
    expect(json.code).toBe(1);
    expect(JSON.parse(json.out)).toMatchObject({
      kind: "captured_differs",
      account: "main",
      payment: id,
      gateway: "captured 10.00 EUR",
      ledger: "authorised 10.00 EUR",
      medusa: "captured 10.00 EUR",
      remedy: "ask_gateway",
      applied: false,
    });

    const file = join(folder, "differences.csv");
    const csv = await run(stage(), ["reconcile", "--format", "csv", "--output", file]);
    expect([csv.code, csv.out]).toEqual([1, ""]);
    expect(readFileSync(file, "utf8").split("\n")).toEqual([
      expect.stringMatching(/^kind,account,/),
      expect.stringContaining(`"captured_differs","main"`),
      "",
    ]);
    expect(statSync(file).mode & 0o077).toBe(0);

    const applied = await run(stage(), ["reconcile", "--apply"]);
    expect(applied.code).toBe(0);
    expect(applied.out).toContain("done: apply the gateway's report");
    expect(applied.err).toContain("1 difference, 1 repaired, 0 left");
    expect((await ledger.attempt(id))?.row.state).toBe("captured");
  }, 240_000);

  test("it exits with 1 and the reason if the gateway does not respond, and with 2 for an unknown account", async () => {
    await makePayments(stage(), 1);
    const refused = await run(stage(), ["reconcile", "--account", "other"]);
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('The options have no account "other"')]);
    await stage().gateway.control("settings", { down: true });
    const dead = await run(stage(), ["reconcile"]);
    expect([dead.code, dead.out]).toEqual([1, ""]);
    expect(dead.err).toContain("The gateway could not be queried");
    await stage().gateway.control("settings", { down: false });
    // Another address is another gateway account: nothing is queried there, and nothing is reported as equal.
    const elsewhere = await run(stage(), ["reconcile"], { ACQUIRING_BASE_URL: "http://127.0.0.1:1" });
    expect(elsewhere.err).toContain("sent to a gateway account that is not configured");
  }, 240_000);

  test("a run that leaves payments out reports how many, why and from when they are compared; --now compares what is at rest", async () => {
    const { pg } = stage();
    await makePayments(stage(), 1);
    await pg("acquiring_payment_attempt").update({ updated_at: new Date() });
    const { code, err } = await run(stage(), ["reconcile"]);
    expect([code, err]).toEqual([0, expect.stringContaining("0 payments compared, 5 not compared")]);
    expect(err).toMatch(/5 not compared: changed recently .*; compared from \d{4}-.*, or immediately with --now/);
    expect((await run(stage(), ["reconcile", "--now"])).err).toContain(
      "5 payments compared, 0 not compared, 0 differences",
    );
  }, 240_000);

  test("the doctor accepts the demo store, except for addresses that only a laptop has and Manual Payment beside ours", async () => {
    const secrets = { JWT_SECRET: "0123456789abcdefghij", COOKIE_SECRET: "0123456789abcdefghij" };
    const { code, out } = await run(stage(), ["doctor", "--json"], secrets);
    const findings: readonly { check: string; status: string; message: string }[] = JSON.parse(out);
    expect(findings.filter(({ status, check }) => status !== "ok" && check !== "addresses")).toMatchObject([
      // The tests' Postgres is faster so.
      { check: "database settings", status: "warn", message: expect.stringContaining("synchronous_commit is off") },
      { check: "regions", status: "warn", message: expect.stringContaining("pp_system_default") },
    ]);
    expect(findings.map(({ check }) => check)).toEqual(
      expect.arrayContaining([
        "database",
        "migrations",
        "regions",
        "notifications",
        "clock, against main",
        "queries to main",
      ]),
    );
    expect(code).toBe(0);
  }, 60_000);

  test("the doctor queries an existing payment: the newest one", async () => {
    const { shop, gateway, pg } = stage();
    await shop.order();
    const { order_no: orderNo } = await pg("acquiring_payment_attempt").orderBy("created_at", "desc").first();
    const before = (await gateway.requests()).length;
    const { out } = await run(stage(), ["doctor", "--json"]);
    const asked = (await gateway.requests()).slice(before).filter(({ operation }) => operation === "retrievalTrans");
    expect(asked.map(({ body }) => JSON.stringify(body).includes(orderNo))).toEqual([true]);
    const findings: readonly { check: string; message: string }[] = JSON.parse(out);
    expect(findings.find(({ check }) => check === "queries to main")?.message).toContain(orderNo);
  }, 60_000);

  test("conformance sends nothing if it looks like production, and finds no difference to the simulator", async () => {
    const { pg } = stage();
    const refused = await run(stage(), ["conformance"]);
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining("NODE_ENV is production")]);
    expect(await pg("acquiring_payment_attempt")).toEqual([]);
    const well = await run(stage(), ["conformance", "--this-is-a-test"]);
    expect([well.out, well.code]).toEqual([expect.stringContaining("The gateway behaves as the profile says."), 0]);
    const refunds: { amount: string }[] = await pg("acquiring_operation")
      .where({ kind: "refund" })
      .orderBy("created_at");
    expect(refunds.map(({ amount }) => amount)).toEqual(["100", "15", "45"]);
  }, 120_000);

  test("replay shows what a stored notification means, and applies it on request", async () => {
    const { pg } = stage();
    const { captured } = await makePayments(stage(), 1);
    const row = await pg("acquiring_payment_attempt").where({ id: captured[0] }).first();
    const message = {
      merchant_id: "100001",
      account_id: "100001001",
      transaction_id: row.gateway_payment_id,
      order_no: row.order_no,
      currency: "EUR",
      amount: "10.00",
      order_status: "1",
      result_info: "0000:Success",
    };
    const signed = { ...message, encryption_data: signFields("result", message, SIGNING_KEY) };
    const body = Buffer.from(new URLSearchParams(signed).toString());
    // As stored by another process: this one does not take it up.
    const item = { account: "main", contentType: null, body, orderNo: row.order_no, receivedAt: new Date() };
    const [stored] = await storeNotifications(pg, [{ ...item, signature: "matched" }]);
    const id = stored?.id ?? "";
    const dry = await run(stage(), ["replay", id]);
    expect([dry.code, JSON.parse(dry.out)]).toEqual([
      0,
      expect.objectContaining({
        order_no: row.order_no,
        reading: "authorised",
        signature: "matched",
        about: "payment",
      }),
    ]);
    expect(await pg("acquiring_inbox_event").where({ id }).first()).toMatchObject({ status: "pending" });
    const applied = await run(stage(), ["replay", "--apply", id]);
    expect([applied.code, applied.out]).toEqual([0, expect.stringMatching(/done\n$/)]);
    expect(await pg("acquiring_inbox_event").where({ id }).first()).toMatchObject({ status: "applied" });
  }, 120_000);
});
