import { Agent, request as httpRequest } from "node:http";
import { connect } from "node:net";
import type { Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { signFields } from "../../src/simulator/notifications/signature";
import { SIGNING_KEY, withStore } from "../support/boot";
import { checkBooks, readBooks } from "../support/books";
import { later } from "../support/other-process";
import { CARDS } from "../support/shop";
import { until } from "../support/waiting";

/**
 * What is thrown at a running store from outside: notifications of every kind, and
 * people who press twice. At the end of each the three books agree.
 */
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const FORM = "application/x-www-form-urlencoded";

interface Sent {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
  readonly account?: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 32 });
afterAll(() => agent.destroy());

const MALFORMED: readonly (readonly [string, Sent, number])[] = [
  ["nothing", {}, 400],
  ["blanks", { body: " \r\n" }, 400],
  ["gzip", { body: gzipSync("order_no=acq_1"), headers: { "content-encoding": "gzip" } }, 400],
  ["UTF-16", { body: Buffer.from("order_no=acq_1", "utf16le") }, 400],
  ["a document type", { body: "<!DOCTYPE a><respon/>", headers: { "content-type": "text/xml" } }, 400],
  ["__proto__", { body: "order_no=acq_1&__proto__=1" }, 400],
  ["nested fields", { body: "order_no[a]=1" }, 400],
  ["20,000 levels", { body: `{"a":${"[".repeat(20_000)}${"]".repeat(20_000)}}` }, 400],
  ["several parts", { body: "--x\r\n\r\n--x--", headers: { "content-type": "multipart/form-data; boundary=x" } }, 400],
];

withStore("corpus", (stage) => {
  const attempt = async (sessionId: string): Promise<Record<string, string>> => {
    const { rows } = await stage().pg.raw("SELECT * FROM acquiring_payment_attempt WHERE session_id = ?", [sessionId]);
    return rows[0] ?? {};
  };
  const inbox = async (): Promise<{ status: string; deliveries: number }[]> => {
    const { rows } = await stage().pg.raw(
      "SELECT status, deliveries FROM acquiring_inbox_event WHERE source = 'notify' ORDER BY received_at",
    );
    return rows;
  };
  const attention = async (): Promise<string[]> => {
    const { rows } = await stage().pg.raw(
      "SELECT kind FROM acquiring_attention_item WHERE cleared_at IS NULL ORDER BY kind",
    );
    return rows.map(({ kind }: { kind: string }) => kind);
  };
  const disagreements = async (): Promise<unknown[]> =>
    checkBooks(await readBooks({ pg: stage().pg, gatewayUrl: stage().gateway.url }), { atRest: true });

  /** The status of the store's answer. */
  const send = ({ method = "POST", headers = {}, body = "", account = "main" }: Sent): Promise<number> =>
    new Promise((resolve, reject) => {
      const url = `${stage().base}/acquiring/notify/${account}`;
      const asked = httpRequest(url, { method, agent, headers: { "content-type": FORM, ...headers } }, (res) => {
        res.resume().on("end", () => resolve(res.statusCode ?? 0));
      });
      asked.on("error", reject).end(body);
    });

  /** A payment's notification as the gateway would sign it, with this key. */
  const message = (row: Record<string, string>, more: Record<string, string> = {}, key = SIGNING_KEY): string => {
    const fields: Record<string, string> = {
      merchant_id: "100001",
      account_id: "100001001",
      order_no: row.order_no ?? "",
      transaction_id: row.gateway_payment_id ?? "",
      currency: "EUR",
      amount: "100.00",
      order_status: "1",
      result_info: "0000:Success",
      ...more,
    };
    return new URLSearchParams({ ...fields, encryption_data: signFields("result", fields, key) }).toString();
  };

  const ordered = async (): Promise<{ orderId: string; row: Record<string, string>; paymentId: string }> => {
    const { orderId, checkout } = await stage().shop.order();
    const { id: paymentId } = await stage().admin.payment(orderId);
    return { orderId, paymentId, row: await attempt(checkout.session.id) };
  };

  describe("a notification", () => {
    test("that arrives before the API's response: one authorisation, and the response changes nothing more", async () => {
      const { shop, gateway, work } = stage();
      const checkout = await shop.checkout();
      await gateway.slowly("authorise");
      const paying = shop.pay(checkout).then(({ body }) => body);
      await until(async () => (await gateway.state()).effects.authorise === 1);
      const { order_no: orderNo = "" } = await attempt(checkout.session.id);
      expect(await gateway.notify(orderNo)).toEqual([200]);
      await work();
      const early = await attempt(checkout.session.id);
      expect((await paying).payment.state).toBe("authorised");
      expect([early.state, (await attempt(checkout.session.id)).state]).toEqual(["authorised", "authorised"]);
      expect((await shop.complete(checkout)).type).toBe("order");
      expect((await gateway.state()).effects).toMatchObject({ authorise: 1, cancel: 0 });
      expect(await disagreements()).toEqual([]);
    });

    test("that arrives 24 hours late adds nothing to a payment that was captured and refunded since", async () => {
      const { admin, ledger, hurry } = stage();
      const { paymentId, row } = await ordered();
      await admin.post(`/admin/payments/${paymentId}/capture`).expect(200);
      await admin.post(`/admin/payments/${paymentId}/refund`, { amount: 40 }).expect(200);
      ledger.useClock(() => new Date(Date.now() + DAY));
      const before = await attempt(row.session_id ?? "");
      expect(await send({ body: message(row, { payment_status: "2000" }) })).toBe(200);
      await hurry();
      const after = await attempt(row.session_id ?? "");
      expect([after.state, after.captured, after.refund_pending]).toEqual([
        "captured",
        before.captured,
        before.refund_pending,
      ]);
      expect((await inbox()).map(({ status }) => status)).toEqual(["applied"]);
      expect(await disagreements()).toEqual([]);
    });

    test("of a refund that arrives before that of its capture: both are recorded, once", async () => {
      const { gateway, admin, hurry } = stage();
      const { orderId, row } = await ordered();
      const orderNo = row.order_no ?? "";
      await gateway.control("portal-capture", { order_no: orderNo });
      await gateway.control("portal-refund", { order_no: orderNo, amount: "25.00" });
      for (const kind of ["refund", "capture", "refund"]) {
        expect(await gateway.notify(orderNo, { kind })).toEqual([200]);
        await hurry();
      }
      const payment = await admin.payment(orderId);
      expect([payment.captures, payment.refunds].map((rows) => rows.map(({ amount }) => amount))).toEqual([
        [100],
        [25],
      ]);
      expect(await disagreements()).toEqual([]);
    });

    test("about an unknown order is stored, changes nothing and raises an item", async () => {
      const { gateway, work } = stage();
      const queries = async (): Promise<number> => (await gateway.requests()).length;
      const before = await queries();
      expect(await send({ body: message({ order_no: "acq_nobody", gateway_payment_id: "1" }) })).toBe(200);
      await work();
      expect([await inbox(), await attention()]).toEqual([[{ status: "refused", deliveries: 1 }], ["order_mismatch"]]);
      expect(await queries()).toBe(before);
    });

    test("about an account that is not configured, or another merchant's, is refused", async () => {
      const { row } = await ordered();
      expect(await send({ body: message(row), account: "nobody" })).toBe(404);
      expect(await send({ body: message(row), account: "..%2Fmain" })).toBe(404);
      expect(await send({ body: message(row, { merchant_id: "100002" }) })).toBe(400);
      expect(await inbox()).toEqual([]);
    });

    test.each(["payment_session", "cart"])(
      "about a payment whose %s was deleted: no order, and the money is returned or reported",
      async (table) => {
        const { shop, gateway, pg, hurry, ledger } = stage();
        const checkout = await shop.checkout();
        await shop.pay(checkout, CARDS.pending).expect(200);
        const { order_no: orderNo = "" } = await attempt(checkout.session.id);
        const id = table === "cart" ? checkout.cartId : checkout.session.id;
        await pg(table).where({ id }).update({ deleted_at: new Date() });
        await gateway.control("approve", { order_no: orderNo });
        expect(await gateway.notify(orderNo)).toEqual([200]);
        for (let hours = 1; hours <= 4; hours += 1) {
          ledger.useClock(() => new Date(Date.now() + hours * 60 * MINUTE));
          await hurry();
        }
        const open = await attention();
        const { state } = await attempt(checkout.session.id);
        // Given back where a session's end says so, held where a person has to judge; somebody is told of both.
        const expected = {
          payment_session: ["voided", ["late_or_duplicate_payment"]],
          cart: ["authorised", ["paid_without_order"]],
        };
        expect([state, open]).toEqual(table === "cart" ? expected.cart : expected.payment_session);
        expect((await gateway.transaction(orderNo)).state).toBe(state);
        expect(
          (await pg.raw("SELECT count(*)::int AS n FROM order_cart WHERE cart_id = ?", [checkout.cartId])).rows[0].n,
        ).toBe(0);
      },
    );

    test("signed with an old key or the test account's is accepted as far as a query agrees", async () => {
      const { row } = await ordered();
      let hours = 0;
      // More than an hour for each: only so many without proof have the gateway queried in one.
      const sendNext = (body: string): Promise<number> => {
        const now = new Date(Date.now() + (hours += 1) * 3_600_001);
        stage().ledger.useClock(() => now);
        return send({ body });
      };
      for (const key of ["an-old-key-0123456789", "test-key-0123456789"]) {
        expect(await sendNext(message(row, { note: key }, key))).toBe(200);
        const lies: Record<string, string>[] = [
          { amount: "1.00" },
          { currency: "USD" },
          { order_status: "0", result_info: "0051:No" },
          { payment_status: "3000", notify_type: "capture" },
          { notify_type: "void" },
        ];
        for (const lie of lies) expect([lie, await sendNext(message(row, lie, key))]).toEqual([lie, 401]);
      }
      const after = await attempt(row.session_id ?? "");
      expect([after.state, after.captured]).toEqual(["authorised", "0"]);
      expect(await inbox()).toEqual([]);
    });

    test("with another method than POST, or with invalid bytes, is refused and not stored", async () => {
      const { row } = await ordered();
      for (const method of ["GET", "HEAD", "PUT", "PATCH", "DELETE"]) {
        const body = method === "PUT" || method === "PATCH" ? message(row) : "";
        expect([method, await send({ method, body })]).toEqual([method, 404]);
      }
      for (const [name, sent, status] of MALFORMED) expect([name, await send(sent)]).toEqual([name, status]);
      expect(await inbox()).toEqual([]);
      await stage().ledger.watchAttention();
      expect(await attention()).toEqual(["notification_unreadable"]);
    });

    test("that is too large closes its connection with a message, so that the next one uses another", async () => {
      const { row } = await ordered();
      const body = "x".repeat(256 * 1024 + 1);
      const framings: Record<string, string>[] = [{}, { "transfer-encoding": "chunked" }];
      for (const headers of framings) {
        expect(await send({ body, headers })).toBe(413);
        expect(await send({ body: message(row) })).toBe(200);
      }
    });

    test("that trickles in, or breaks off, delays no other and is not stored", async () => {
      const { row } = await ordered();
      const { hostname, port } = new URL(stage().base);
      const open = (text: string): Promise<Socket> =>
        new Promise((resolve) => {
          const socket = connect(Number(port), hostname, () => socket.write(text, () => resolve(socket)));
          socket.on("error", () => undefined);
        });
      const head = "POST /acquiring/notify/main HTTP/1.1\r\nHost: x\r\nContent-Length: 5000\r\n";
      const slow = await Promise.all([
        ...Array.from({ length: 100 }, () => open(head)),
        ...Array.from({ length: 100 }, () => open(`${head}\r\norder_no=`)),
      ]);
      expect(await send({ body: message(row) })).toBe(200);
      slow.forEach((socket) => socket.destroy());
      expect(await send({ body: message(row, { note: "after" }) })).toBe(200);
      expect(await inbox()).toHaveLength(2);
    });

    test("10,000 at once, nine of ten forged: what is acknowledged is stored, and few queries are sent", async () => {
      const { row } = await ordered();
      const { gateway, work, ledger } = stage();
      // The forged ones share the payment's queries of one hour.
      const frozen = new Date();
      ledger.useClock(() => frozen);
      const before = (await gateway.requests()).length;
      const forged = { payment_status: "3000", notify_type: "capture" };
      const bodies = Array.from({ length: 10_000 }, (_, index) =>
        index % 10 === 0
          ? message(row, { note: `true ${String(index % 50)}` })
          : message(row, { ...forged, note: String(index) }, "a-forged-key-00000000"),
      );
      const statuses = await deliverAtOnce(stage().base, bodies);
      const count = (status: string): number => statuses.filter((each) => each === status).length;
      expect([count("200"), count("401")]).toEqual([1_000, 9_000]);
      const kept = await inbox();
      expect([kept.length, kept.reduce((sum, { deliveries }) => sum + deliveries, 0)]).toEqual([5, 1_000]);
      await work();
      // At most eight for those without proof, and one for each message that was kept and read twice.
      expect((await gateway.requests()).length - before).toBeLessThanOrEqual(8 + 2 * 5);
      expect((await attempt(row.session_id ?? "")).state).toBe("authorised");
      expect(await disagreements()).toEqual([]);
    }, 300_000);
  });

  describe("users", () => {
    test("click capture twice, and two admins at once: captured once", async () => {
      const { admin, gateway, hurry } = stage();
      const { paymentId } = await ordered();
      const pressed = Array.from({ length: 4 }, () => admin.post(`/admin/payments/${paymentId}/capture`));
      const statuses = (await Promise.all(pressed)).map(({ status }) => status);
      expect(statuses).toContain(200);
      await hurry();
      expect((await gateway.state()).effects.capture).toBe(1);
      expect(await disagreements()).toEqual([]);
    });

    test("click refund twice, and two admins at once: never more than was captured, and the records agree", async () => {
      const { admin, gateway, hurry } = stage();
      const { paymentId, row } = await ordered();
      await admin.post(`/admin/payments/${paymentId}/capture`).expect(200);
      const pressed = Array.from({ length: 4 }, () =>
        admin.post(`/admin/payments/${paymentId}/refund`, { amount: 60 }),
      );
      const statuses = (await Promise.all(pressed)).map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      await hurry();
      expect((await gateway.transaction(row.order_no ?? "")).refunds.map(({ amount }) => amount)).toEqual(["60.00"]);
      expect(await disagreements()).toEqual([]);
    });

    test("cancel the order while another captures its payment: one of the two, and the records agree", async () => {
      const { admin, gateway } = stage();
      const { orderId, paymentId } = await ordered();
      await Promise.all([
        admin.post(`/admin/payments/${paymentId}/capture`),
        admin.post(`/admin/orders/${orderId}/cancel`),
      ]);
      // Core may leave rows of the one that lost; they are taken away a minute later.
      await later(stage());
      const { effects } = await gateway.state();
      // A cancelled order gives captured money back; what was voided is never captured.
      expect((effects.capture ?? 0) + (effects.cancel ?? 0)).toBe(1);
      expect(await disagreements()).toEqual([]);
    });

    test("write malicious data into a session: refused or ignored, and never trusted", async () => {
      const { shop, gateway } = stage();
      const checkout = await shop.checkout();
      let last: Pick<typeof checkout, "session"> = checkout;
      const hostile = [
        { token: "chosen", attempt_id: "acqatt_1", state: "captured", amount: 1 },
        { __proto__: { isAdmin: true }, "constructor.prototype": 1 },
        { note: "<script>alert(1)</script>", deep: { a: { b: { c: ["'; DROP TABLE payment; --"] } } } },
        { session_id: "payses_other", gateway_payment_id: "17", order_no: "acq_other" },
      ];
      for (const data of hostile) {
        const session = await shop.session(checkout.collectionId, data);
        const { token } = session.data;
        expect(session.data).toMatchObject({
          v: 1,
          mode: "card",
          session_id: session.id,
          state: "payable",
          card: null,
        });
        expect([token.length > 20, Object.hasOwn(Object.prototype, "isAdmin")]).toEqual([true, false]);
        expect((await shop.complete(checkout)).type).toBe("refused");
        expect((await gateway.state()).transactions).toEqual([]);
        last = { session };
      }
      await shop.pay(last).expect(200);
      expect((await gateway.state()).transactions.map(({ amount, state }) => [amount, state])).toEqual([
        ["100.00", "authorised"],
      ]);
    });
  });
});

/** Over 50 connections, without waiting for answers: their statuses, in the order of the bodies. */
/** As the gateway does, delivers again what was answered 503: a slow machine lets some wait too long for the database. */
async function deliverAtOnce(base: string, bodies: readonly string[]): Promise<string[]> {
  const statuses = await sendAtOnce(base, bodies);
  const refused = bodies.filter((_, index) => statuses[index] === "503");
  const settled = statuses.filter((status) => status !== "503");
  return refused.length === 0 ? settled : [...settled, ...(await deliverAtOnce(base, refused))];
}

async function sendAtOnce(base: string, bodies: readonly string[]): Promise<string[]> {
  const { hostname, port } = new URL(base);
  const requestOf = (body: string, isLast: boolean): string =>
    `POST /acquiring/notify/main HTTP/1.1\r\nHost: x\r\nContent-Type: ${FORM}\r\n` +
    `${isLast ? "Connection: close\r\n" : ""}Content-Length: ${String(Buffer.byteLength(body))}\r\n\r\n${body}`;
  const size = Math.ceil(bodies.length / 50);
  const heard = await Promise.all(
    Array.from({ length: 50 }, (_, index) => bodies.slice(index * size, (index + 1) * size))
      .filter((part) => part.length > 0)
      .map(
        (part) =>
          new Promise<string[]>((resolve, reject) => {
            const chunks: Buffer[] = [];
            const socket = connect(Number(port), hostname, () =>
              socket.write(part.map((body, at) => requestOf(body, at === part.length - 1)).join("")),
            );
            socket.on("error", reject).on("data", (chunk: Buffer) => chunks.push(chunk));
            socket.on("end", () =>
              resolve(
                [
                  ...Buffer.concat(chunks)
                    .toString()
                    .matchAll(/HTTP\/1\.1 (\d{3})/g),
                ].map(([, status = ""]) => status),
              ),
            );
          }),
      ),
  );
  return heard.flat();
}
