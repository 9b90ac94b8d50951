import type { ChildProcess } from "node:child_process";
import { fork } from "node:child_process";
import { connect } from "node:net";
import { join } from "node:path";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { freePort } from "../../scripts/postgres.cjs";
import { INBOX_CHANNEL } from "../../src/modules/acquiring/inbox/wakeup-announcer";
import { signFields } from "../../src/simulator/notifications/signature";
import type { Stage } from "../support/boot";
import { SIGNING_KEY, withStore } from "../support/boot";
import { wrongInBooks } from "../support/books";
import { databaseAddress, later, until } from "../support/other-process";
import { Shop } from "../support/shop";

/**
 * A second store, started like `medusa start`, is stopped while customers pay, an admin captures and the gateway sends
 * notifications. Then the first store continues.
 */
const LONG = 120_000;
const SLOW_MS = 2_500;
const PAYING = 6;
const CAPTURING = 4;
/** Notifications whose bodies end after the stop signal. */
const LATE = 5;

withStore("stop", (stage) => {
  test(
    "26 SIGTERM: operations in flight end or become unknown; nothing is acknowledged after stop",
    async () => {
      const { shop, admin, gateway, pg, databaseName } = stage();
      const before = await effectsOf(stage());
      const orders = await inTurn(CAPTURING, () => shop.order());
      const payments = await inTurn(CAPTURING, (index) => admin.payment(orders[index]?.orderId ?? ""));
      const checkouts = await inTurn(PAYING, () => shop.checkout());
      const cartIds = [...checkouts, ...orders.map(({ checkout }) => checkout)].map(({ cartId }) => cartId);
      const attempt = await pg("acquiring_payment_attempt").where({ cart_id: orders[0]?.checkout.cartId }).first();
      const { order_no: orderNo } = attempt;
      const { base, store, ended, isUp } = await startStore(databaseName);
      const url = `${base}/acquiring/notify/main`;
      /** The store's answers, by the note in the notification. */
      const answers = new Map<string, number>();
      const notify = async (note: string): Promise<number> => {
        const [status = 0] = await gateway.notify(orderNo, { url, overrides: { note } });
        answers.set(note, status);
        return status;
      };
      try {
        expect(await until(ended, isUp)).toBe("so");
        await gateway.control("settings", { slow: SLOW_MS });
        const there = new Shop(base, shop.publishableKey, "");
        const pressed = Promise.allSettled([
          ...checkouts.map((checkout) => there.pay(checkout)),
          ...payments.map(({ id }) => admin.at(base).post(`/admin/payments/${id}/capture`)),
        ]);
        let isOver = false;
        // The gateway keeps sending, even if nothing listens.
        const senders = ["a", "b", "c"].map(async (sender) => {
          for (let turn = 0; !isOver; turn += 1) await notify(`${sender}${String(turn)}`);
        });
        expect(await until(pressed, async () => (await sendingOf(stage())) === PAYING + CAPTURING)).toBe("so");
        const begun = await inTurn(LATE, (index) => beginNotification(base, signed(attempt, `late${String(index)}`)));
        store.kill("SIGTERM");
        // It no longer listens but still runs: requests in progress are answered by a stopping process.
        expect(await until(ended, async () => !(await listens(base)))).toBe("so");
        expect(store.exitCode).toBeNull();
        const late = await Promise.all(begun.map((finish) => finish()));
        late.forEach((status, index) => answers.set(`late${String(index)}`, status));
        expect(late.filter((status) => status === 200 || status === 503)).toHaveLength(LATE);
        expect(await ended).toBe(0);
        isOver = true;
        await Promise.all(senders);

        // Every request in progress got its result; none was cut off.
        const heard = (await pressed).map((answer) =>
          answer.status === "fulfilled" ? answer.value.status : "cut off",
        );
        expect(heard).toEqual(heard.map(() => 200));
        expect(await sendingOf(stage())).toBe(0);
        const acknowledged = [...answers].filter(([, status]) => status === 200).map(([note]) => note);
        expect(acknowledged.length).toBeGreaterThan(0);
        const { rows } = await pg.raw("SELECT body FROM acquiring_inbox_event WHERE source = 'notify'");
        const stored = new Set(rows.map(({ body }: { body: string }) => noteIn(body)));
        expect(acknowledged.filter((note) => !stored.has(note))).toEqual([]);
      } finally {
        store.kill("SIGKILL");
        await ended;
      }
      await gateway.control("settings", { slow: 0 });
      await later(stage());
      await later(stage());
      expect(await wrongInBooks({ pg, gatewayUrl: gateway.url, cartIds }, { atRest: true })).toEqual([]);
      const [authorised, captured, voided] = before;
      expect(await effectsOf(stage())).toEqual([authorised + PAYING + CAPTURING, captured + CAPTURING, voided]);
    },
    LONG,
  );

  test(
    "26 SIGTERM: while requests are still answered, background work that was not begun is left to the next process",
    async () => {
      const { shop, gateway, pg, databaseName } = stage();
      const { checkout: paid } = await shop.order();
      const { order_no: orderNo } = await pg("acquiring_payment_attempt").where({ cart_id: paid.cartId }).first();
      expect(await gateway.notify(orderNo)).toEqual([200]);
      const checkout = await shop.checkout();
      await later(stage());
      const waiting = async (): Promise<number> =>
        (await pg("acquiring_inbox_event").where({ source: "notify", status: "pending" })).length;
      const { base, store, ended, isUp } = await startStore(databaseName, "shared");
      try {
        expect(await until(ended, isUp)).toBe("so");
        // The notification arrives again. The first store does not listen.
        await storeAgain(pg, "before");
        expect(await until(ended, async () => (await waiting()) === 0)).toBe("so");
        await gateway.control("settings", { slow: SLOW_MS });
        const pressed = new Shop(base, shop.publishableKey, "").pay(checkout);
        expect(await until(pressed, async () => (await sendingOf(stage())) === 1)).toBe("so");
        store.kill("SIGTERM");
        expect(await until(ended, async () => !(await listens(base)))).toBe("so");
        await storeAgain(pg, "after");
        expect((await pressed).status).toBe(200);
        expect(await ended).toBe(0);
        expect(await waiting()).toBe(1);
      } finally {
        store.kill("SIGKILL");
        await ended;
        await gateway.control("settings", { slow: 0 });
      }
      await later(stage());
      expect(await waiting()).toBe(0);
    },
    LONG,
  );

  test(
    "26 SIGTERM: an operation in flight whose response is lost is left unknown, and the next store queries it and sends nothing twice",
    async () => {
      const { shop, admin, gateway, pg, databaseName } = stage();
      const before = await effectsOf(stage());
      const order = await shop.order();
      const payment = await admin.payment(order.orderId);
      const checkout = await shop.checkout();
      const openNow = async (): Promise<string[]> =>
        (await pg("acquiring_operation").whereIn("status", ["sending", "unknown"]).orderBy("kind")).map(
          ({ kind, status }: { kind: string; status: string }) => `${kind} ${status}`,
        );
      const { base, store, ended, isUp } = await startStore(databaseName);
      try {
        expect(await until(ended, isUp)).toBe("so");
        await gateway.control("settings", { slow: SLOW_MS, failQueries: "ip" });
        await gateway.fault("authorise", "drop-after-apply");
        await gateway.fault("capture", "drop-after-apply");
        const pressed = Promise.allSettled([
          new Shop(base, shop.publishableKey, "").pay(checkout),
          admin.at(base).post(`/admin/payments/${payment.id}/capture`),
        ]);
        const inFlight = ["authorise sending", "capture sending"];
        expect(await until(pressed, async () => (await openNow()).join() === inFlight.join())).toBe("so");
        store.kill("SIGTERM");
        expect(await ended).toBe(0);
        const heard = (await pressed).map(({ status }) => status);
        expect(heard).toEqual(["fulfilled", "fulfilled"]);
        expect(await openNow()).toEqual(["authorise unknown", "capture unknown"]);
      } finally {
        store.kill("SIGKILL");
        await ended;
        await gateway.control("settings", { slow: 0, failQueries: "off" });
      }
      await later(stage());
      await later(stage());
      expect(await openNow()).toEqual([]);
      const cartIds = [checkout.cartId, order.checkout.cartId];
      expect(await wrongInBooks({ pg, gatewayUrl: gateway.url, cartIds }, { atRest: true })).toEqual([]);
      const [authorised, captured, voided] = before;
      expect(await effectsOf(stage())).toEqual([authorised + 2, captured + 1, voided]);
    },
    LONG,
  );
});

/** What another process does that received the newest notification, in one transaction: stores it, and wakes the workers. */
const storeAgain = async (pg: Knex, name: string): Promise<void> =>
  pg.transaction(async (trx) => {
    const row = await trx("acquiring_inbox_event").where({ source: "notify" }).orderBy("received_at", "desc").first();
    const now = trx.fn.now();
    const again = { status: "pending", result: null, tries: 0, next_try_at: now, received_at: now, applied_at: null };
    await trx("acquiring_inbox_event").insert({ ...row, ...again, id: `acqin_${name}`, digest: name });
    await trx.raw(`NOTIFY ${INBOX_CHANNEL}`);
  });

const sendingOf = async ({ pg }: Stage): Promise<number> =>
  (await pg("acquiring_operation").where({ status: "sending" })).length;

/** Authorisations, captures and voids that the gateway has executed. */
async function effectsOf({ gateway }: Stage): Promise<[number, number, number]> {
  const { effects } = await gateway.state();
  return [effects.authorise ?? 0, effects.capture ?? 0, effects.cancel ?? 0];
}

interface SecondStore {
  readonly base: string;
  readonly store: ChildProcess;
  readonly ended: Promise<number | null>;
  readonly isUp: () => Promise<boolean>;
}

async function startStore(databaseName: string, mode: "server" | "shared" = "server"): Promise<SecondStore> {
  const port = await freePort();
  const base = `http://127.0.0.1:${String(port)}`;
  const store = fork(join(__dirname, "../support/medusa-start.ts"), {
    execArgv: ["-r", "ts-node/register/transpile-only"],
    env: {
      ...process.env,
      ...{ NODE_OPTIONS: "", PORT: String(port), DATABASE_URL: databaseAddress(databaseName) },
      MEDUSA_WORKER_MODE: mode,
    },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const ended = new Promise<number | null>((end) => store.once("exit", (code) => end(code)));
  const isUp = async (): Promise<boolean> => (await fetch(`${base}/health`).catch(() => null))?.ok ?? false;
  return { base, store, ended, isUp };
}

const listens = (base: string): Promise<boolean> =>
  new Promise((said) => {
    const { hostname, port } = new URL(base);
    const socket = connect(Number(port), hostname, () => socket.end(() => said(true)));
    socket.on("error", () => said(false));
  });

function signed(attempt: { order_no: string; gateway_payment_id: string }, note: string): string {
  const fields: Record<string, string> = {
    merchant_id: "100001",
    account_id: "100001001",
    order_no: attempt.order_no,
    transaction_id: attempt.gateway_payment_id,
    currency: "EUR",
    amount: "100.00",
    order_status: "1",
    result_info: "0000:Success",
    note,
  };
  return new URLSearchParams({ ...fields, encryption_data: signFields("result", fields, SIGNING_KEY) }).toString();
}

/** Sends all but the last byte; the returned function sends it and resolves with the status. */
async function beginNotification(base: string, body: string): Promise<() => Promise<number>> {
  const { hostname, port } = new URL(base);
  const socket = connect(Number(port), hostname);
  const next = (): Promise<number> =>
    new Promise((resolve) => {
      socket.once("data", (bytes: Buffer) => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(String(bytes))?.[1] ?? 0)));
      socket.once("close", () => resolve(0));
    });
  socket.on("error", () => undefined);
  // The server answers "100" once it has read the head: a request it does not know yet would be cut off.
  const head = `POST /acquiring/notify/main HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${String(body.length)}\r\nExpect: 100-continue\r\n\r\n`;
  const read = next();
  socket.write(head);
  expect(await read).toBe(100);
  const answer = next();
  socket.write(body.slice(0, -1));
  return () => {
    socket.write(body.slice(-1));
    return answer;
  };
}

const noteIn = (body: string): string | null => new URLSearchParams(Buffer.from(body, "base64").toString()).get("note");

/** One after another: a shop's carts are not created at the same time. */
async function inTurn<T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  for (let index = 0; index < count; index += 1) made.push(await make(index));
  return made;
}
