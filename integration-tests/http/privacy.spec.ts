import { fork } from "node:child_process";
import { join } from "node:path";
import type { Knex } from "knex";
import type { PersonSummary } from "../../src/api-schema/admin";
import { PersonExport, PrivacyPage } from "../../src/api-schema/admin";
import { erasureProblems } from "../../src/application/erasure/erase-card-data";
import { heldNow } from "../../src/application/privacy/apply-retention";
import acquiringRetention from "../../src/jobs/acquiring-retention";
import { withStore } from "../support/boot";
import type { ErasingJob } from "../support/erasing-child";
import { decodingsOf } from "../support/find-cards";
import { databaseAddress } from "../support/other-process";
import { CARDS, cardInput } from "../support/shop";
import { runCommand } from "../support/run-command";
import type { Named } from "../support/whole-customer";
import { textsOf, WholeCustomer } from "../support/whole-customer";

/** What is stored of one person is exported and erased; the books, the journal's proof and everybody else's data stay. */
const GRETA: Named = {
  ...{ login: "greta.zwetschgenmus", firstName: "Grettalina", lastName: "Zwetschgenmus", phone: "+4917055512399" },
  ...{ street: "Quittenallee 77", ip: "203.0.113.77", userAgent: "GretaBrowser/7.7", card: "5555555555554444" },
  word: "quittenbrot",
};
const EVE: Named = {
  ...{ login: "eve.holunder", firstName: "Evelinde", lastName: "Holunder", phone: "+4917055512311" },
  ...{ street: "Ulmenweg 11", ip: "203.0.113.11", userAgent: "EveBrowser/1.1", card: "4111111111111111" },
  word: "holunderblatt",
};
const PEOPLE = "/admin/acquiring/privacy/people";
const HOLDS = "/admin/acquiring/privacy/holds";
const BACK = { return_to: "http://localhost:8000/checkout?who=ada" };
const OURS = ["payment", "payment_session", "refund", "capture", "notification"];
const email = `${GRETA.login}@example.test`;

type Death = readonly [ErasingJob["crashAt"], number];
/** Before anything is erased, and after more and more rows. */
const DEATHS: readonly Death[] = [
  ["erase:before-row", 1],
  ["erase:after-row", 1],
  ["erase:after-row", 2],
  ["erase:before-row", 6],
  ["erase:after-row", 10],
];

/** Which signal ended the process that erases. */
function signalOf(job: ErasingJob): Promise<string | null> {
  const started = fork(join(__dirname, "../support/erasing-child.ts"), {
    execArgv: ["-r", "ts-node/register/transpile-only"],
    env: { ...process.env, NODE_OPTIONS: "" },
  });
  started.send(JSON.stringify(job));
  return new Promise((resolve) => started.once("exit", (_code, signal) => resolve(signal)));
}

type Rows = Readonly<Record<string, readonly string[]>>;

/** Every row of our tables, and of what we have Medusa store, as text. */
async function dump(pg: Knex): Promise<Rows> {
  const tables: string[] = await pg("pg_tables")
    .where("tablename", "like", "acquiring%")
    .orderBy("tablename")
    .pluck("tablename");
  const found: Record<string, string[]> = {};
  for (const table of [...tables, ...OURS]) {
    const { rows } = await pg.raw<{ rows: { row: string }[] }>(
      "SELECT to_jsonb(t)::text AS row FROM ?? AS t ORDER BY 1",
      [table],
    );
    found[table] = rows.map(({ row }) => row);
  }
  return found;
}

const isIn = (row: string, texts: readonly string[]): boolean =>
  decodingsOf(row).some((text) => texts.some((one) => text.toLowerCase().includes(one.toLowerCase())));

/** Tables and columns in which one of these texts is, in any encoding. */
function placesOf(rows: Rows, texts: readonly string[]): string[] {
  const wanted = texts.flatMap((text) => [text, encodeURIComponent(text)]);
  return Object.entries(rows).flatMap(([table, lines]) =>
    lines.flatMap((line) => {
      const columns = Object.entries(JSON.parse(line) as Record<string, unknown>);
      return columns.flatMap(([column, value]) =>
        value !== null && isIn(typeof value === "string" ? value : JSON.stringify(value), wanted)
          ? [`${table}.${column}`]
          : [],
      );
    }),
  );
}

withStore(
  "privacy",
  (stage) => {
    async function live(who: Named): Promise<{ whole: WholeCustomer; subscription: string }> {
      const whole = await WholeCustomer.of(stage(), who);
      await whole.payAndRefund();
      await whole.payWithChallenge();
      await whole.payHeld();
      await whole.payByRedirect();
      await whole.payByLink();
      const subscription = await whole.subscribe();
      return { whole, subscription };
    }

    const BOOKS = [
      "id",
      "state",
      "requested",
      "authorised",
      "captured",
      "refunded",
      "gateway_payment_id",
      "order_no",
      "version",
    ];
    const books = async (): Promise<unknown> => [
      await stage().pg("acquiring_payment_attempt").orderBy("id").select(BOOKS),
      await stage()
        .pg("acquiring_operation")
        .orderBy("id")
        .select("id", "kind", "status", "amount", "gateway_reference"),
      await stage()
        .pg("acquiring_entry")
        .orderBy("id")
        .select("id", "kind", "sequence", "amount", "from_state", "to_state", "code"),
      await stage().pg("acquiring_charge").orderBy("id").select("id", "state", "amount", "order_id"),
      await stage().pg("order_transaction").orderBy("id").select("id", "order_id", "amount"),
    ];

    const dieErasing = (address: string, [crashAt, times]: Death): Promise<string | null> => {
      const person = { customerId: null, email: address, orderId: null };
      const request = { person, reason: "Asked by letter.", actor: "user_1" };
      return signalOf({ databaseUrl: databaseAddress(stage().databaseName), request, crashAt, times });
    };

    test("what is stored of a person is exported, and after an erasure a decoded dump contains nothing of them", async () => {
      const { admin, pg, ledger } = stage();
      const greta = await live(GRETA);
      const eve = await live(EVE);
      const find = async (address = email): Promise<PersonSummary> =>
        (await admin.post(PEOPLE, { action: "find", email: address.toUpperCase() }).expect(200)).body;
      const erase = (more: object = {}) =>
        admin.post(PEOPLE, { action: "erase", email, reason: "Asked by letter.", ...more });

      // What is not over is refused, with what to do.
      expect((await find()).blockers).toContainEqual(
        expect.objectContaining({ kind: "subscription_active", id: greta.subscription }),
      );
      const refused = await erase().expect(400);
      expect(refused.body.message).toContain(`Subscription ${greta.subscription} is active. Cancel it first.`);
      await greta.whole.cancel(greta.subscription);
      await eve.whole.cancel(eve.subscription);
      await greta.whole.settle();
      await eve.whole.settle();
      expect(await find()).toMatchObject({ refusals: [], blockers: [], to_erase: { saved_cards: 1 } });
      const hold = await admin
        .post(HOLDS, { action: "place", subject_kind: "email", subject: email, reason: "A lawsuit." })
        .expect(200);
      expect((await erase().expect(400)).body.message).toContain(`Legal hold ${String(hold.body.id)}`);
      expect((await admin.get("/admin/acquiring/privacy").expect(200)).body.holds).toMatchObject([{ subject: email }]);
      await admin.post(HOLDS, { action: "release", id: hold.body.id }).expect(200);

      // Everything is found and exported.
      const before = await dump(pg);
      const places = new Set(placesOf(before, textsOf(GRETA)));
      const expected = [
        ...["acquiring_audit_record.details", "acquiring_inbox_event.body", "acquiring_payment_attempt.card_mask"],
        ...["acquiring_payment_attempt.return_to", "acquiring_payment_link.description", "acquiring_saved_card.mask"],
        ...["acquiring_subscription.email", "acquiring_subscription_event.note", "payment.data", "refund.note"],
        ...["acquiring_attention_item.cleared_note", "notification.to", "acquiring_legal_hold.subject"],
        ...["acquiring_dispute_case.note", "acquiring_customer_message.problem"],
        ...[
          "acquiring_entry.message",
          "acquiring_payment_attempt.disputes",
          "acquiring_payment_attempt.result_message",
        ],
      ];
      expect(expected.filter((place) => !places.has(place))).toEqual([]);
      const exported = await admin.post(PEOPLE, { action: "export", customer_id: greta.whole.customer.id }).expect(200);
      expect(PersonExport.parse(exported.body)).toEqual(exported.body);
      const text = JSON.stringify(exported.body);
      const wanted = [email, GRETA.phone, GRETA.ip, GRETA.word, GRETA.firstName, GRETA.lastName, "555555******4444"];
      expect(wanted.filter((one) => !text.includes(one))).toEqual([]);
      expect([...textsOf(EVE), GRETA.card].filter((one) => text.includes(one))).toEqual([]);
      expect(exported.body.sections.payments[0]).toMatchObject({ captured: expect.stringMatching(/^\d+\.\d\d$/) });

      const found = await runCommand(stage(), ["privacy", "find", "--email", email]);
      expect([found.code, found.out]).toEqual([0, expect.stringContaining("It can be erased.")]);
      const printed = await runCommand(stage(), ["privacy", "export", "--email", email]);
      expect(Object.keys(JSON.parse(printed.out).sections)).toEqual(Object.keys(exported.body.sections));

      // A crash in the middle leaves each row as it was or erased; the next erasure goes on.
      const booked = await books();
      const idsOfEve = [
        ...[eve.whole.customer.id, ...eve.whole.orders, eve.subscription, `${EVE.login}@example.test`],
        ...(await pg("acquiring_payment_attempt").where({ customer_id: eve.whole.customer.id }).pluck("id")),
        ...(await pg("acquiring_payment_attempt").where({ customer_id: eve.whole.customer.id }).pluck("order_no")),
        ...(await pg("acquiring_payment_attempt").where({ customer_id: eve.whole.customer.id }).pluck("session_id")),
      ];
      const ofEve = (rows: Rows): string[] =>
        Object.entries(rows).flatMap(([table, lines]) =>
          lines.filter((line) => idsOfEve.some((id) => line.includes(id))).map((line) => `${table} ${line}`),
        );
      const kept = ofEve(await dump(pg));
      expect(kept.length).toBeGreaterThan(50);
      let named = placesOf(await dump(pg), textsOf(GRETA)).length;
      for (const [crashAt, times] of DEATHS) {
        expect([crashAt, times, await dieErasing(email, [crashAt, times])]).toEqual([crashAt, times, "SIGKILL"]);
        const unfinished = pg("acquiring_person_erasure").where({ email, finished_at: null });
        expect(await unfinished.pluck("rows")).toEqual([0]);
        expect(await erasureProblems(pg)).toEqual([]);
        const now = placesOf(await dump(pg), textsOf(GRETA)).length;
        expect([crashAt, times, now < named]).toEqual([crashAt, times, crashAt === "erase:after-row" || times > 1]);
        named = now;
      }
      expect(await pg("acquiring_person_erasure").pluck("email")).toEqual([email]);
      const [erased, again] = await Promise.all([erase().expect(200), erase().expect(200)]);
      expect(erased.body.rows + again.body.rows).toBeGreaterThan(20);
      expect(erased.body.proof_key ?? again.body.proof_key).toMatch(/^[0-9a-f]{64}$/);

      const left = await find();
      expect(left.to_erase).toEqual({});
      expect(left.sections.payments).toBeGreaterThan(0);

      const after = await dump(pg);
      expect(placesOf(after, [...textsOf(GRETA), greta.whole.customer.id])).toEqual([]);
      expect(kept.filter((row) => !ofEve(after).includes(row))).toEqual([]);
      expect(ofEve(after)).toHaveLength(kept.length);
      expect(await books()).toEqual(booked);
      expect(await erasureProblems(pg)).toEqual([]);
      expect(await pg("acquiring_person_erasure").select("email", "customer_id")).toEqual([
        { email: null, customer_id: null },
      ]);
      const recorded = pg("acquiring_audit_record").where("action", "like", "person_%").orderBy("action");
      expect(await recorded.pluck("action")).toEqual(["person_erased", "person_exported", "person_exported"]);

      // Nothing is left to do, also by the command and by the customer's ID.
      expect((await erase().expect(200)).body).toMatchObject({ id: null, rows: 0, proof_key: null });
      const command = ["privacy", "erase", "--customer", greta.whole.customer.id, "--reason", "Asked again."];
      expect(await runCommand(stage(), command)).toMatchObject({
        code: 0,
        err: expect.stringContaining("Nothing to erase"),
      });
      expect((await runCommand(stage(), ["erase", "--verify"])).code).toBe(0);
      const later = await dump(pg);
      const changed = Object.keys(after).filter(
        (table) => JSON.stringify(later[table]) !== JSON.stringify(after[table]),
      );
      // The counters of requests are written meanwhile.
      expect(changed.filter((table) => !table.includes("traffic"))).toEqual([]);
      // Queries of finished payments bring nothing of them back into the ledger.
      for (const id of await pg("acquiring_payment_attempt").whereNull("customer_id").pluck("id"))
        await ledger.checkAttempt(String(id));
      await stage().hurry();
      const queried = placesOf(await dump(pg), textsOf(GRETA));
      expect(queried.filter((place) => !place.startsWith("acquiring_inbox_event."))).toEqual([]);

      // What arrives later is found by the order, also when Medusa no longer knows whose it was.
      const [lateOrder = ""] = greta.whole.orders;
      const attempt = await pg("acquiring_payment_attempt").whereNull("customer_id").orderBy("id").first("order_no");
      await stage().gateway.notify(attempt.order_no, { overrides: { customer_phone: GRETA.phone } });
      await stage().work();
      expect(placesOf(await dump(pg), [GRETA.phone])).toEqual(["acquiring_inbox_event.body"]);
      const lately = { action: "erase", order_id: lateOrder, reason: "Asked by letter." };
      expect((await admin.post(PEOPLE, lately).expect(200)).body.rows).toBeGreaterThan(0);
      expect(placesOf(await dump(pg), [GRETA.phone])).toEqual([]);
      const list = await admin.get("/admin/acquiring/payments").expect(200);
      expect(list.body.payments.length).toBeGreaterThan(10);
      const [order = ""] = greta.whole.orders;
      await admin.get(`/admin/acquiring/orders/${order}/payments`).expect(200);

      // Whose process dies when all is erased, before or after that is recorded, is recorded once as erased.
      const address = `${EVE.login}@example.test`;
      expect((await find(address)).refusals).toEqual([]);
      expect(await dieErasing(address, ["erase:before-finish", 1])).toBe("SIGKILL");
      const asked = ["acquiring_person_erasure.email", "acquiring_person_erasure.scope"];
      expect(placesOf(await dump(pg), textsOf(EVE))).toEqual(asked);
      const finished = pg("acquiring_audit_record").where({ action: "person_erased" });
      const recordedBefore = (await finished.clone()).length;
      expect(await dieErasing(address, ["erase:after-finish", 1])).toBe("SIGKILL");
      expect(placesOf(await dump(pg), textsOf(EVE))).toEqual([]);
      const nothing = { id: null, rows: 0, proof_key: null };
      expect((await erase({ email: address }).expect(200)).body).toMatchObject(nothing);
      expect(await finished.clone()).toHaveLength(recordedBefore + 1);
      expect(await erasureProblems(pg)).toEqual([]);
    }, 300_000);

    test("a legal hold of a customer, an address or an order keeps what the nightly retention removes", async () => {
      const { admin, shop, pg, ledger, container } = stage();
      const paid = async (): Promise<{ order: string; attempt: string }> => {
        const checkout = await shop.checkout();
        await shop.payBy(checkout, { type: "card", card: cardInput(CARDS.approved) }, BACK).expect(200);
        const { order } = await shop.complete(checkout);
        const { id } = await admin.payment(order?.id ?? "");
        await admin.post(`/admin/payments/${id}/capture`).expect(200);
        const row = await pg("acquiring_payment_attempt").where({ cart_id: checkout.cartId }).first("id");
        return { order: order?.id ?? "", attempt: row.id };
      };
      const [held, other] = [await paid(), await paid()];
      const place = (subject_kind: string, subject: string, more: object = {}) =>
        admin.post(HOLDS, { action: "place", subject_kind, subject, reason: "A lawsuit.", ...more });
      const { body: hold } = await place("order", held.order).expect(200);
      expect((await place("order", held.order, { reason: "Two lawsuits." }).expect(200)).body).toMatchObject({
        ...{ id: hold.id, reason: "Two lawsuits." },
      });
      expect((await place("order", other.order, { until: "2020-01-01T00:00:00Z" }).expect(400)).body.message).toMatch(
        /^until: /,
      );
      ledger.useClock(() => new Date(Date.now() + 8 * 86_400_000));
      const retention = async (): Promise<readonly (readonly [string, number, number])[]> => {
        const { body } = await admin.get("/admin/acquiring/privacy").expect(200);
        return PrivacyPage.parse(body).retention.map(({ kind, due, on_hold }) => [kind, due, on_hold] as const);
      };
      const kept = (): Promise<string[]> =>
        pg("acquiring_payment_attempt").whereNotNull("return_to").orderBy("id").pluck("id");
      expect(await retention()).toEqual(
        expect.arrayContaining([
          ["redirects", 1, 1],
          ["inbox", expect.any(Number), expect.any(Number)],
        ]),
      );
      const preview = await runCommand(stage(), ["privacy", "preview"]);
      expect(preview.out).toContain("redirects: 7 days");
      const told = { kind: "refund_completed", status: "sent", due_at: new Date(0), created_at: new Date(0) };
      for (const { attempt } of [held, other])
        await pg("acquiring_customer_message").insert({
          ...told,
          id: `m_${attempt}`,
          subject: attempt,
          attempt_id: attempt,
        });
      await acquiringRetention(container);
      expect(await kept()).toEqual([held.attempt]);
      expect(await pg("acquiring_customer_message").pluck("attempt_id")).toEqual([held.attempt]);
      const inbox = async (): Promise<number> => (await pg("acquiring_inbox_event").pluck("id")).length;
      const before = await inbox();
      expect(before).toBeGreaterThan(0);
      // The same by the customer's address; the command releases it.
      const heldMeanwhile = heldNow(pg, ledger.now());
      expect((await heldMeanwhile()).emails).toEqual([]);
      await place("email", "ADA@example.test").expect(200);
      expect((await heldMeanwhile()).emails).toEqual(["ada@example.test"]);
      await admin.post(HOLDS, { action: "release", id: hold.id }).expect(200);
      await acquiringRetention(container);
      expect(await kept()).toEqual([held.attempt]);
      const [{ id: byAddress }] = await pg("acquiring_legal_hold").where({ subject: "ada@example.test" }).select("id");
      expect((await runCommand(stage(), ["privacy", "holds"])).out).toContain("email ada@example.test");
      expect((await runCommand(stage(), ["privacy", "release", "--hold", byAddress])).code).toBe(0);
      await acquiringRetention(container);
      expect([await kept(), await inbox()]).toEqual([[], 0]);
      const actions = await pg("acquiring_audit_record").where("action", "like", "legal_hold%").pluck("action");
      expect(actions.sort()).toEqual([
        ...["legal_hold_placed", "legal_hold_placed", "legal_hold_placed"],
        ...["legal_hold_released", "legal_hold_released"],
      ]);
    }, 300_000);
  },
  {},
  { retention: { inboxDays: 7, redirectDays: 7 }, customerEmails: { refundCompleted: { enabled: true } } },
);
