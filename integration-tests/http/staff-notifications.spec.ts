import { execFileSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import type { Server } from "node:http";
import { createServer } from "node:http";
import type { NotificationPage, NotificationRole } from "../../src/api-schema/admin";
import { announceLinks } from "../../src/application/payables/announce-links";
import { createCurrency, createMoney } from "../../src/gateway/model/money";
import { emitEvents } from "../../src/application/events/emit-events";
import { sendStaffMessages } from "../../src/application/staff-notifications/send-messages";
import { claimMessages, clearAttention, raiseAttention } from "../../src/modules/acquiring";
import { withStore } from "../support/boot";
import { CARDS } from "../support/shop";

/** Staff are told of what needs them: each thing once, by whom they chose, and nothing is lost in a crash. */
const SECRET = Buffer.from("0123456789abcdef0123456789abcdef");
const FREE_PORT =
  "require('net').createServer().listen(0,'127.0.0.1',function(){console.log(this.address().port);this.close()})";
const PORT = Number(execFileSync(process.execPath, ["-e", FREE_PORT], { encoding: "utf8" }));
const options = {
  staffNotifications: {
    webhooks: {
      chat: { url: `http://127.0.0.1:${String(PORT)}/hook`, secret: `whsec_${SECRET.toString("base64")}` },
    },
  },
};
const HELD = "4000000000009243";
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const PATH = "/admin/acquiring/notifications";
const START = new Date("2026-11-27T12:00:00Z");

withStore(
  "staff_notifications",
  (stage) => {
    let now = START;
    const chat: { id: string; body: { text: string }; isSigned: boolean }[] = [];
    let chatStatus = 200;
    let server: Server;

    beforeAll(async () => {
      server = createServer((req, res) => {
        const chunks: Buffer[] = [];
        req.on("data", (chunk: Buffer) => chunks.push(chunk));
        req.on("end", () => {
          const body = Buffer.concat(chunks).toString("utf8");
          const id = String(req.headers["webhook-id"]);
          const signed = `${id}.${String(req.headers["webhook-timestamp"])}.${body}`;
          const signature = `v1,${createHmac("sha256", SECRET).update(signed).digest("base64")}`;
          chat.push({ id, body: JSON.parse(body), isSigned: req.headers["webhook-signature"] === signature });
          res.writeHead(chatStatus).end();
        });
      }).listen(PORT, "127.0.0.1");
      await once(server, "listening");
    });
    beforeEach(() => {
      now = START;
      stage().ledger.useClock(() => now);
      chat.splice(0);
      chatStatus = 200;
    });
    afterAll(() => void server.close());

    const role = (changes: Partial<NotificationRole> = {}): NotificationRole => ({
      ...{ id: "finance", name: "Finance", topics: ["attention"], emails: ["finance@shop.example"], webhooks: [] },
      ...{ language: "en", time_zone: "Europe/Berlin", daily_at: null, quiet: null },
      ...changes,
    });
    const read = async (): Promise<NotificationPage> => (await stage().admin.get(PATH).expect(200)).body;
    const post = (body: object) =>
      stage().admin.post(PATH, { version: 0, bell: { topics: [], language: "en" }, roles: [role()], ...body });
    const raise = (subject: string): Promise<void> =>
      raiseAttention(
        stage().pg,
        { account: "main", kind: "drift", subject, attemptId: null, message: "The records differ." },
        now,
      );
    const solve = (subject: string): Promise<void> => clearAttention(stage().pg, "drift", subject, now);
    /** Delivers events, then sends what is due. */
    const tell = async (afterMs = 0): Promise<void> => {
      now = new Date(now.getTime() + afterMs);
      await emitEvents(stage().container);
      await sendStaffMessages(stage().container);
    };
    const sent = (channel: string): Promise<{ to: string; template: string; data: Record<string, unknown> }[]> =>
      stage().pg("notification").where({ channel }).orderBy("created_at");
    const emails = async (): Promise<string[]> => (await sent("email")).map(({ data }) => String(data.title));

    /** A payment of which 40.00 are captured; the gateway captures once, the store would capture again. */
    const captureOnce = async (): Promise<(amount: string) => Promise<void>> => {
      await stage().gateway.control("settings", { multipleCaptures: false });
      const { checkout } = await stage().shop.order();
      const attempt = await stage().ledger.attempts.attemptOfSession(checkout.session.id);
      const capture = async (amount: string): Promise<void> => {
        const body = { key: `key-of-the-test-${amount.replace(".", "-")}`, amount };
        await stage()
          .admin.post(`/admin/acquiring/payments/${attempt?.id ?? ""}/capture`, body)
          .expect(200);
      };
      await capture("40.00");
      return capture;
    };

    test("with nothing saved, the bell tells what needs a person, once; what succeeded is told to nobody", async () => {
      const capture = await captureOnce();
      await tell();
      expect(await sent("feed")).toEqual([]);
      await capture("10.00");
      await tell();
      await tell(HOUR);
      const bells = await sent("feed");
      expect(bells).toMatchObject([{ template: "admin-ui", data: { title: "Capture declined" } }]);
      expect(bells[0]?.data.description).toMatch(/^10\.00 EUR · Order number \S+ · Account main · Result code \S+$/);
      expect(await sent("email")).toEqual([]);
    });

    test("a declined payment of a customer is told to a role that wants it, without card data", async () => {
      await post({ roles: [role({ topics: ["payment_declined"], language: "de" })] }).expect(200);
      await stage().shop.pay(await stage().shop.checkout(), CARDS.declined);
      await tell();
      const [email] = await sent("email");
      expect(email).toMatchObject({ to: "finance@shop.example", template: "acquiring-staff-notification" });
      expect(email?.data).toMatchObject({
        title: "Zahlung abgelehnt",
        lines: [{ url: expect.stringContaining("/app/acquiring?payment=") }],
      });
      expect(JSON.stringify(email)).not.toContain(CARDS.declined);
    });

    /** Paid, and expired unpaid. */
    const endTwoLinks = async (): Promise<void> => {
      const { ledger, container } = stage();
      const money = createMoney(2450n, createCurrency("EUR"));
      const terms = { money, actorId: null, expiresAt: new Date(now.getTime() + HOUR) };
      const { id } = await ledger.paymentLinks.create("order_paid", terms);
      await ledger.paymentLinks.create("order_expired", terms);
      await ledger.paymentLinks.notePaid(id, { attemptId: "acqatt_of_link", minor: 2450n });
      now = new Date(now.getTime() + 2 * HOUR);
      await announceLinks(container);
    };

    test("a paid and an expired payment link are told once each, to who chose the topic", async () => {
      await post({ roles: [role({ topics: ["payment_link"] })] }).expect(200);
      await endTwoLinks();
      await tell();
      await tell(2 * HOUR);
      const [email, ...more] = await sent("email");
      const { lines } = email?.data as { lines: { title: string; text: string; url: string }[] };
      const told = lines.map(({ title, text, url }) => [title, text, new URL(url).pathname]);
      // In the order of random IDs.
      expect(told.sort()).toEqual([
        ["Payment link expired unpaid", "24.50 EUR", "/app/orders/order_expired"],
        ["Payment link paid", "24.50 EUR", "/app/orders/order_paid"],
      ]);
      expect(more).toEqual([]);
    });

    test("settings saved by a version without these topics tell nothing of them; with nothing saved the bell does", async () => {
      await endTwoLinks();
      await tell();
      expect((await sent("feed")).map(({ data }) => data.title).sort()).toEqual([
        "Payment link expired unpaid",
        "Payment link paid",
      ]);
      const older = [
        "operation_declined",
        "held",
        "dispute",
        "authorisation_expiring",
        "refund_proposed",
        "payout",
      ] as const;
      await post({ bell: { topics: [...older], language: "en" }, roles: [role({ topics: [...older] })] }).expect(200);
      await stage().pg("acquiring_payment_link").delete();
      await endTwoLinks();
      await tell();
      expect([(await sent("feed")).length, await sent("email")]).toEqual([2, []]);
    });

    test("what is solved before anybody was told is told to nobody", async () => {
      await post({ roles: [role({ daily_at: "18:00" })] }).expect(200);
      await raise("a");
      await raise("b");
      await emitEvents(stage().container);
      await solve("a");
      await tell(HOUR);
      await tell(12 * HOUR);
      expect(await emails()).toEqual(["Needs attention: Records differ"]);
    });

    test("a held payment that was decided before anybody was told is told to nobody, and a flood is sent in one round", async () => {
      await post({ roles: [role({ topics: ["held", "attention"], daily_at: "18:00" })] }).expect(200);
      await stage()
        .shop.pay(await stage().shop.checkout(), HELD)
        .expect(200);
      await emitEvents(stage().container);
      const attempt = await stage().pg("acquiring_payment_attempt").first("id");
      const waiting = (): Promise<string[]> =>
        stage().pg("acquiring_staff_notification").where({ message_id: null }).pluck("topic");
      expect(await waiting()).toContain("held");
      const decision = { key: "key-of-the-test-review", payment_ids: [attempt.id], action: "approve", note: "Known." };
      const decided = await stage().admin.post("/admin/acquiring/reviews", decision).expect(200);
      expect(decided.body.results).toMatchObject([{ outcome: "approved" }]);
      await emitEvents(stage().container);
      expect(await waiting()).not.toContain("held");
      const people = Array.from({ length: 20 }, (_, at) => `p${String(at)}@shop.example`);
      await post({ version: 1, roles: [role({ emails: people }), role({ id: "two", emails: people })] }).expect(200);
      await raise("a");
      await tell();
      expect(await emails()).toHaveLength(40);
    });

    test("a payment is told at most once an hour under a topic; what comes within it is told after it", async () => {
      await post({ roles: [role({ topics: ["operation_declined"] })] }).expect(200);
      const capture = await captureOnce();
      await capture("10.00");
      await tell();
      await capture("20.00");
      await capture("30.00");
      await tell(59 * MINUTE);
      expect(await emails()).toEqual(["Capture declined"]);
      await tell(MINUTE);
      const [, second, ...more] = await sent("email");
      expect(more).toEqual([]);
      expect(second?.data).toMatchObject({ lines: [{ text: expect.stringMatching(/^30\.00 EUR · /) }] });
    });

    test("once a day, and after quiet hours, all that happened is one message", async () => {
      await post({
        roles: [
          role({ id: "daily", daily_at: "15:00", emails: ["daily@shop.example"] }),
          role({ id: "quiet", quiet: { from: "12:30", until: "14:00" }, emails: ["quiet@shop.example"] }),
        ],
      }).expect(200);
      for (const subject of ["a", "b", "c"]) await raise(subject);
      // 13:00 in Berlin.
      await tell();
      await tell(59 * MINUTE);
      expect(await sent("email")).toEqual([]);
      await tell(MINUTE);
      expect((await sent("email")).map(({ to, data }) => [to, data.title])).toEqual([
        ["quiet@shop.example", "3 payment notifications"],
      ]);
      await tell(HOUR);
      expect((await sent("email")).map(({ to }) => to)).toEqual(["quiet@shop.example", "daily@shop.example"]);
    });

    test("a webhook gets signed messages; while it fails the same message is sent again, less and less often", async () => {
      await post({ roles: [role({ emails: [], webhooks: ["chat"] })] }).expect(200);
      chatStatus = 503;
      await raise("a");
      await tell();
      expect((await read()).messages).toMatchObject([
        {
          status: "waiting",
          channel: "webhook",
          recipient: "chat",
          problem: "The webhook answered with the HTTP status 503.",
        },
      ]);
      await tell(30_000);
      expect(chat).toHaveLength(1);
      await tell(30_000);
      await tell(MINUTE);
      expect(chat).toHaveLength(2);
      chatStatus = 200;
      await tell(MINUTE);
      await tell(HOUR);
      expect(chat.map(({ id, isSigned }) => [id, isSigned])).toEqual(chat.map(() => [chat[0]?.id, true]));
      expect(chat).toHaveLength(3);
      expect(chat[0]?.body).toMatchObject({
        type: "acquiring.notification",
        text: expect.stringMatching(/^Needs attention: Records differ\n/),
        data: {
          items: [{ attention: "drift", account: "main", url: expect.stringMatching(/\/acquiring\/attention$/) }],
        },
      });
      expect((await read()).messages).toMatchObject([{ status: "sent", problem: null, items: 1 }]);
    });

    test("what is refused for a day is given up, and the page says why", async () => {
      await post({}).expect(200);
      await stage().pg("notification_provider").update({ is_enabled: false });
      await raise("a");
      await tell();
      await tell(25 * HOUR);
      expect((await read()).messages).toMatchObject([
        { status: "failed", problem: `Medusa's Notification module has no provider for the channel "email".` },
      ]);
      expect((await read()).channels).toEqual({ bell: false, email: false });
    });

    test("an item tells that messages to a recipient are given up, once, until one is delivered", async () => {
      const items = () =>
        stage()
          .pg("acquiring_attention_item")
          .where({ kind: "message_not_sent" })
          .select("account", "count", "cleared_reason");
      const untilGivenUp = async (): Promise<void> => {
        await tell();
        await tell(25 * HOUR);
        await tell();
      };
      await post({ roles: [role({ webhooks: ["chat"] })] }).expect(200);
      await raise("a");
      chatStatus = 503;
      await untilGivenUp();
      expect(await items()).toEqual([{ account: "*", count: 1, cleared_reason: null }]);
      // The e-mail of the same role is delivered: once about each item. Only the webhook's own success closes the item.
      expect(await sent("email")).toHaveLength(2);
      // What tells of the item is given up too, and raises none that would be told in turn.
      for (let day = 0; day < 3; day += 1) await untilGivenUp();
      expect(await items()).toEqual([{ account: "*", count: 2, cleared_reason: null }]);
      expect([await sent("email"), (await read()).messages]).toMatchObject([{ length: 2 }, { length: 4 }]);
      chatStatus = 200;
      await raise("b");
      await tell();
      expect(await items()).toEqual([{ account: "*", count: 2, cleared_reason: "solved" }]);
    });

    test("the item of a recipient that the settings no longer name closes, and what waits for it is not sent", async () => {
      const items = () =>
        stage().pg("acquiring_attention_item").where({ kind: "message_not_sent" }).pluck("cleared_reason");
      await post({ roles: [role({ emails: [], webhooks: ["chat"] })] }).expect(200);
      await raise("a");
      chatStatus = 503;
      await tell();
      await tell(25 * HOUR);
      // What tells of the item waits for the same recipient.
      await tell();
      expect(await items()).toEqual([null]);
      await post({ version: 1 }).expect(200);
      await tell();
      expect(await items()).toEqual(["solved"]);
      const tried = chat.length;
      await tell(25 * HOUR);
      await tell();
      expect([chat.length, await items()]).toEqual([tried, ["solved"]]);
      expect((await read()).messages.filter(({ channel }) => channel === "webhook")).toMatchObject([
        { status: "failed", problem: "The settings no longer name this recipient." },
        { status: "failed", problem: "The webhook answered with the HTTP status 503." },
      ]);
    });

    test("two processes send each message once, and what a dead process had taken is sent later", async () => {
      await post({ roles: [role({ emails: ["a@shop.example", "b@shop.example"] })] }).expect(200);
      await raise("a");
      await emitEvents(stage().container);
      await Promise.all([sendStaffMessages(stage().container), sendStaffMessages(stage().container)]);
      expect((await sent("email")).map(({ to }) => to).sort()).toEqual(["a@shop.example", "b@shop.example"]);
      await raise("b");
      await emitEvents(stage().container);
      await stage().pg("acquiring_staff_message").update({ status: "waiting", due_at: now });
      expect(await claimMessages(stage().pg, now, 20)).toHaveLength(2);
      await tell(MINUTE);
      expect(await sent("email")).toHaveLength(4);
      await tell(2 * MINUTE);
      // The provider had confirmed these: their keys are known, and they are not sent again.
      expect(await sent("email")).toHaveLength(4);
      expect((await read()).messages.map(({ status }) => status)).toEqual(["sent", "sent", "sent", "sent"]);
    });

    test("a role that was removed is told nothing more", async () => {
      await post({}).expect(200);
      await raise("a");
      await emitEvents(stage().container);
      await post({ version: 1, roles: [] }).expect(200);
      await tell(HOUR);
      expect(await sent("email")).toEqual([]);
      expect(await stage().pg("acquiring_staff_notification")).toEqual([]);
    });

    test("settings are saved in versions; another version in between refuses them", async () => {
      expect(await read()).toMatchObject({
        version: 0,
        roles: [],
        webhooks: ["chat"],
        channels: { bell: true, email: true },
      });
      const saved = await post({}).expect(200);
      expect(saved.body).toMatchObject({ version: 1, roles: [{ name: "Finance" }], saved_by: expect.any(String) });
      expect((await post({}).expect(409)).body).toMatchObject({ code: "notifications_changed" });
      expect(await stage().pg("acquiring_audit_record").where({ action: "notifications_saved" })).toHaveLength(1);
    });

    test.each<[string, Partial<NotificationRole>, RegExp]>([
      ["nobody", { emails: [] }, /^roles\.0\.emails: nobody is named; add an e-mail address or a webhook\.$/],
      ["a malformed address", { emails: ["finance"] }, /^roles\.0\.emails\.0: must be an e-mail address$/],
      [
        "an unknown webhook",
        { webhooks: ["gone"] },
        /^roles\.0\.webhooks: the option .* has no "gone"; choose another one\.$/,
      ],
      ["an unknown time zone", { time_zone: "Mars/Olympus" }, /^roles\.0\.time_zone: this server knows no time zone/],
      ["a time that is none", { daily_at: "25:00" }, /^roles\.0\.daily_at: must be a time of day such as 08:00$/],
    ])("%s is refused with the field, and nothing is saved", async (_name, changes, message) => {
      expect((await post({ roles: [role(changes)] }).expect(400)).body.message).toMatch(message);
      expect((await read()).version).toBe(0);
    });

    test("an example is sent to a saved role and by the bell, and says what was not accepted", async () => {
      await post({ roles: [role({ webhooks: ["chat"] })] }).expect(200);
      chatStatus = 500;
      const test = (id: string | null) => stage().admin.post(`${PATH}/test-message`, { role_id: id });
      expect((await test("finance").expect(200)).body.results).toEqual([
        { channel: "email", recipient: "finance@shop.example", problem: null },
        { channel: "webhook", recipient: "chat", problem: "The webhook answered with the HTTP status 500." },
      ]);
      expect((await test(null).expect(200)).body.results).toEqual([
        { channel: "bell", recipient: null, problem: null },
      ]);
      expect(await sent("feed")).toMatchObject([{ data: { title: "Test notification" } }]);
      await test("gone").expect(404);
    });
  },
  { capture: { multiple: true } },
  options,
);
