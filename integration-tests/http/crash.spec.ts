import type { ChildProcess } from "node:child_process";
import { fork } from "node:child_process";
import { join } from "node:path";
import { signFields } from "../../src/simulator/notifications/signature";
import { SIGNING_KEY, withStore } from "../support/boot";
import type { Stage } from "../support/boot";
import { editedOrder, LinkPayer, linkFor } from "../support/balance";
import { later } from "../support/other-process";
import { until } from "../support/waiting";

/** Processes killed by SIGKILL at every failpoint of a capture, void and refund, and while notifications arrive. */
withStore("crash", (stage) => {
  const MINUTE = 60_000;

  const running = new Set<ChildProcess>();

  // A test that ran out of time leaves its process behind, which would still pay during the next test.
  afterEach(() => Promise.all([...running].map((each) => ended(each, () => each.kill("SIGKILL")))));

  function ended(each: ChildProcess, end: () => void): Promise<void> {
    const gone = new Promise<void>((resolve) => each.once("exit", () => resolve()));
    end();
    return gone;
  }

  /** Runs the job in its own process and returns its messages. */
  function child(job: { run: object }): Promise<{ heard: string[]; signal: string | null }> {
    const { databaseName, gateway, ledger } = stage();
    const { merchantId, accountId } = ledger.account("main") ?? { merchantId: "", accountId: "" };
    const url = new URL("postgres://localhost");
    url.port = process.env.DB_PORT ?? "";
    url.username = process.env.DB_USERNAME ?? "";
    url.password = process.env.DB_PASSWORD ?? "";
    url.pathname = `/${databaseName}`;
    const options = {
      accounts: { main: { baseUrl: gateway.url, merchantId, accountId, signingKeys: [SIGNING_KEY] } },
      storefront: { origins: ["http://localhost:8000"] },
      notifyBaseUrl: "http://localhost:9000",
    };
    const serialised = JSON.stringify({ ...job, databaseUrl: url.toString(), options }, (_key, value: unknown) =>
      typeof value === "bigint" ? value.toString() : value,
    );
    const started = fork(join(__dirname, "../support/crash-child.ts"), {
      execArgv: ["-r", "ts-node/register/transpile-only"],
      env: { ...process.env, NODE_OPTIONS: "" },
    });
    running.add(started);
    started.send(serialised);
    const heard: string[] = [];
    started.on("message", (message) => void heard.push(String(message)));
    return new Promise((resolve) =>
      started.once("exit", (_code, signal) => {
        running.delete(started);
        resolve({ heard, signal });
      }),
    );
  }

  const attemptOf = async (
    { pg }: Stage,
    sessionId: string,
  ): Promise<{ id: string; state: string; captured: string }> => {
    const { rows } = await pg.raw("SELECT id, state, captured FROM acquiring_payment_attempt WHERE session_id = ?", [
      sessionId,
    ]);
    return rows[0];
  };

  test.each([
    ["capture", "capture:before-send", 0],
    ["capture", "capture:after-send", 1],
    ["void", "void:before-send", 0],
    ["void", "void:after-send", 1],
    ["refund", "refund:before-send", 0],
    ["refund", "refund:after-send", 1],
  ] as const)(
    "a %s killed at %s leaves its sending row, is not sent again, and a query finds %i effect",
    async (kind, crashAt, effects) => {
      const { shop, admin, gateway, ledger, pg, hurry } = stage();
      const { orderId, checkout } = await shop.order();
      const payment = await admin.payment(orderId);
      if (kind === "refund") await admin.post(`/admin/payments/${payment.id}/capture`).expect(200);
      const attempt = await attemptOf(stage(), checkout.session.id);
      const amount = kind === "void" ? null : 4_000n;
      const intent = {
        attemptId: attempt.id,
        kind,
        amount,
        idempotencyKey: "dead-process",
        actor: "admin",
        actorId: null,
      };
      const { signal } = await child({ run: { kind: "write", intent, crashAt } });
      expect(signal).toBe("SIGKILL");
      const { rows } = await pg.raw("SELECT status FROM acquiring_operation WHERE idempotency_key = 'dead-process'");
      expect(rows).toEqual([{ status: "sending" }]);

      // After ten minutes the scheduled check decides: it happened, or it provably did not.
      const later = Date.now() + 10 * MINUTE;
      ledger.useClock(() => new Date(later));
      await hurry();
      const { rows: after } = await pg.raw(
        "SELECT status FROM acquiring_operation WHERE idempotency_key = 'dead-process'",
      );
      expect(after[0].status).toBe(effects === 1 ? (kind === "refund" ? "pending" : "settled") : "declined");
      const operation = kind === "void" ? "cancel" : kind;
      expect(
        (await gateway.requests()).filter((sent) => sent.operation === operation && sent.body[`${operation}_orders`]),
      ).toHaveLength(effects);
      expect((await gateway.state()).effects[operation]).toBe(effects);

      const books = await admin.payment(orderId);
      if (kind === "capture") expect(books.captures.map((capture) => capture.amount)).toEqual(effects ? [40] : []);
      if (kind === "refund") expect(books.refunds.map((refund) => refund.amount)).toEqual(effects ? [40] : []);
      if (kind === "void") expect(books.canceled_at !== null).toBe(effects === 1);
    },
  );

  test("13 sixteen callers in two processes pay one session: one authorisation, one order, no void", async () => {
    const { shop, gateway } = stage();
    const checkout = await shop.checkout();
    const run = { kind: "pay", sessionId: checkout.session.id, cartId: checkout.cartId, times: 8, crashAt: null };
    const [{ heard }, ...here] = await Promise.all([
      child({ run }),
      ...Array.from({ length: 8 }, () => shop.pay(checkout).expect(200)),
    ]);
    expect(heard.filter((state) => state === "authorised")).toHaveLength(8);
    expect(here.map(({ body }) => body.payment.state)).toEqual(Array.from({ length: 8 }, () => "authorised"));
    expect((await shop.complete(checkout)).type).toBe("order");
    expect((await gateway.state()).effects).toMatchObject({ authorise: 1, cancel: 0 });
  });

  test("13 sixteen callers in two processes pay one payment link: one authorisation, one Payment, no void", async () => {
    const { gateway, pg } = stage();
    const { orderId } = await editedOrder(stage());
    const link = await linkFor(stage(), orderId);
    const customer = new LinkPayer(stage(), link.token);
    const session = await customer.begin();
    const [{ payment_collection_id: collectionId }] = await pg("payment_session").where({ id: session.session_id });
    await gateway.control("reset");
    const balance = { collectionId, linkId: link.id };
    const run = { kind: "pay", sessionId: session.session_id, cartId: null, balance, times: 8, crashAt: null };
    const [{ heard }, ...here] = await Promise.all([
      child({ run }),
      ...Array.from({ length: 8 }, () => customer.pay(session)),
    ]);
    expect(heard.filter((state) => state === "authorised")).toHaveLength(8);
    const said = here.map(({ body }) => body.code ?? body.payment.state);
    expect(said.filter((each) => each !== "authorised" && each !== "payment_link_paid")).toEqual([]);
    await later(stage());
    expect(await customer.shown()).toMatchObject({ state: "paid" });
    expect(await pg("payment").where({ payment_session_id: session.session_id, canceled_at: null })).toHaveLength(1);
    const attempts = await pg("acquiring_payment_attempt").where({ session_id: session.session_id });
    expect(attempts).toMatchObject([{ state: "authorised" }]);
    // An order number of another payment shows that the second request was not this link's.
    expect(await authorised(stage())).toEqual(attempts.map(({ order_no: orderNo }) => orderNo));
    expect((await gateway.state()).effects).toMatchObject({ authorise: 1, cancel: 0 });
  });

  test("30 a process that stands still before it sends, until another paid its link, sends nothing", async () => {
    const { gateway, ledger, hurry, pg } = stage();
    const { orderId } = await editedOrder(stage());
    const link = await linkFor(stage(), orderId);
    const customer = new LinkPayer(stage(), link.token);
    const session = await customer.begin();
    const [{ payment_collection_id: collectionId }] = await pg("payment_session").where({ id: session.session_id });
    await gateway.control("reset");
    const attempts = pg("acquiring_payment_attempt").where({ session_id: session.session_id }).orderBy("created_at");
    const pause = { at: "authorise:before-send", lateMs: 16 * MINUTE };
    const balance = { collectionId, linkId: link.id };
    const run = { kind: "pay", sessionId: session.session_id, cartId: null, balance, times: 1, crashAt: null, pause };
    const slow = child({ run });
    await until(async () => (await attempts.clone()).length === 1);
    // Not found a quarter of an hour after the row was written: it was not sent, and the link is open again.
    const now = Date.now() + pause.lateMs;
    ledger.useClock(() => new Date(now));
    await hurry();
    expect(await customer.shown()).toMatchObject({ state: "open" });
    expect((await customer.pay(session).expect(200)).body.payment.state).toBe("authorised");
    for (const each of running) each.kill("SIGCONT");
    expect((await slow).heard).toEqual(["payable", "finished"]);
    const [first, second] = await attempts.clone();
    expect([first.state, second.state]).toEqual(["declined", "authorised"]);
    expect(await authorised(stage())).toEqual([second.order_no]);
    await later(stage());
    expect(await customer.shown()).toMatchObject({ state: "paid" });
  });

  /** The order numbers of all authorise requests that reached the gateway. */
  const authorised = async ({ gateway }: Stage): Promise<unknown[]> =>
    (await gateway.requests()).filter(({ operation }) => operation === "authorise").map(({ body }) => body.order_no);

  test.each([
    ["authorise:before-send", 0, "payable"],
    ["authorise:after-send", 1, "authorised"],
  ] as const)("an authorise killed at %s has %i effect and ends %s", async (crashAt, effects, state) => {
    const { shop, gateway, ledger, hurry } = stage();
    const checkout = await shop.checkout();
    const run = { kind: "pay", sessionId: checkout.session.id, cartId: checkout.cartId, times: 1, crashAt };
    expect((await child({ run })).signal).toBe("SIGKILL");
    expect((await attemptOf(stage(), checkout.session.id)).state).toBe("created");
    const later = Date.now() + 16 * MINUTE;
    ledger.useClock(() => new Date(later));
    await hurry();
    expect((await shop.status(checkout)).state).toBe(state);
    expect((await gateway.requests()).filter(({ operation }) => operation === "authorise")).toHaveLength(effects);
    expect((await gateway.state()).effects.authorise).toBe(effects);
  });

  test.each([
    ["64 clients", 64],
    ["2,000 at once", 2_000],
  ])("6 every notification that was acknowledged before kill -9 is in a committed row: %s", async (_who, clients) => {
    const { shop, pg } = stage();
    const { checkout } = await shop.order();
    const { rows: attempts } = await pg.raw(
      "SELECT order_no, gateway_payment_id FROM acquiring_payment_attempt WHERE session_id = ?",
      [checkout.session.id],
    );
    const [{ order_no: orderNo, gateway_payment_id: transactionId }] = attempts;
    const bodies = Array.from({ length: 2_000 }, (_, index) => {
      const fields: Record<string, string> = {
        merchant_id: "100001",
        account_id: "100001001",
        order_no: orderNo,
        transaction_id: transactionId,
        currency: "EUR",
        amount: "100.00",
        order_status: "1",
        result_info: "0000:Success",
        note: String(index),
      };
      return new URLSearchParams({ ...fields, encryption_data: signFields("result", fields, SIGNING_KEY) }).toString();
    });
    const { heard, signal } = await child({ run: { kind: "notify", bodies, clients, dieAfter: 1_000 } });
    expect(signal).toBe("SIGKILL");
    expect(heard.length).toBeGreaterThanOrEqual(1_000);
    const { rows } = await pg.raw("SELECT body FROM acquiring_inbox_event WHERE source = 'notify'");
    const stored = new Set(rows.map(({ body }: { body: string }) => Buffer.from(body, "base64").toString()));
    expect(heard.filter((text) => text !== "finished" && !stored.has(text))).toEqual([]);
  });
});
