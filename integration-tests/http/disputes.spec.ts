import { strFromU8, unzipSync } from "fflate";
import type { Response } from "supertest";
import { Modules } from "@medusajs/framework/utils";
import type { AdminDispute, DisputePage } from "../../src/api-schema/admin";
import { DisputeState } from "../../src/api-schema/admin";
import { announceDueDisputes } from "../../src/application/disputes/announce-due";
import { DISPUTE_DUE } from "../../src/application/events/event-names";
import { emitEvents } from "../../src/application/events/emit-events";
import { DisputeDueNews } from "../../src/application/events/event-schema";
import { computeOverview } from "../../src/application/worker/compute-overview";
import { listDisputes } from "../../src/modules/acquiring";
import { textsOfPdf } from "../../src/application/disputes/evidence/__tests__/pdf-text";
import { ADDRESS } from "../support/ada";
import { withStore } from "../support/boot";
import { plansOf } from "../support/plans";
import { shippedOrder } from "../support/returns";
import { CARDS } from "../support/shop";

/** Disputes: what the gateway reports, what people enter, and the reminders in between. They change no amount. */
const PATH = "/admin/acquiring/disputes";
const DAY = 86_400_000;
/** For supertest: the body as bytes. */
const binary = (res: Response, done: (error: Error | null, body: Buffer) => void): void => {
  const chunks: Buffer[] = [];
  res.on("data", (chunk: Buffer) => chunks.push(chunk));
  res.on("end", () => done(null, Buffer.concat(chunks)));
};
const NOTHING = { version: 0, due_at: null, answered: false, note: null };

withStore("disputes", (stage) => {
  let now = new Date();

  /** A captured payment of 100.00 whose customer disputes it. */
  const disputed = async (more: object = {}): Promise<{ id: string; orderId: string; orderNo: string }> => {
    const { shop, admin, pg, gateway } = stage();
    const { orderId, checkout } = await shop.order();
    const { id: paymentId } = await admin.payment(orderId);
    await admin.post(`/admin/payments/${paymentId}/capture`, { amount: 100 }).expect(200);
    const { id, order_no: orderNo } = await pg("acquiring_payment_attempt")
      .where({ session_id: checkout.session.id })
      .first();
    await gateway.control("dispute", { order_no: orderNo, stage: "received", amount: "90.00", ...more });
    await report(orderNo);
    const { disputes } = await list();
    return { id: disputes.find(({ payment_id: of }) => of === id)?.id ?? "", orderId, orderNo };
  };
  const report = async (orderNo: string): Promise<void> => {
    expect(await stage().gateway.notify(orderNo, { kind: "dispute" })).toEqual([200]);
    await stage().work();
  };
  const list = async (query = ""): Promise<DisputePage> =>
    (await stage().admin.get(`${PATH}${query}`).expect(200)).body;
  const url = (id: string): string => `${PATH}/${encodeURIComponent(id)}`;
  const read = async (id: string): Promise<AdminDispute> => (await stage().admin.get(url(id)).expect(200)).body.dispute;
  const save = (id: string, body: object) => stage().admin.post(url(id), { ...NOTHING, ...body });
  const inDays = (days: number): string => new Date(now.getTime() + days * DAY).toISOString();
  const setTime = (at: Date): void => {
    now = at;
    stage().ledger.useClock(() => now);
  };

  beforeEach(() => setTime(new Date()));

  test("a dispute is listed with its amount, reason and reported due date, and its outcome closes it", async () => {
    const due = inDays(10).slice(0, 10);
    const { id, orderId, orderNo } = await disputed({ reason: "not received", due_date: due });
    const dispute = await read(id);
    expect(dispute).toMatchObject({
      ...{ state: "needs_answer", amount: "90.00", currency: "EUR", reason: "not received", order: { id: orderId } },
      ...{ due_at: `${due}T23:59:59.000Z`, reported_due_at: `${due}T23:59:59.000Z`, entered_due_at: null, version: 0 },
    });
    const [item] = await stage().pg("acquiring_attention_item").where({ kind: "dispute" });
    expect(item.message).toContain(`by ${due}.`);
    const { body: attention } = await stage().admin.get("/admin/acquiring/attention?kind=dispute").expect(200);
    expect(attention.items[0]).toMatchObject({ payment: { amount: "100.00" }, dispute: { id, amount: "90.00" } });
    await stage().gateway.control("dispute", { order_no: orderNo, stage: "lost" });
    await report(orderNo);
    expect(await read(id)).toMatchObject({ state: "lost", opened_at: dispute.opened_at });
    const { history } = (await stage().admin.get(url(id)).expect(200)).body;
    expect(history.map(({ kind }: { kind: string }) => kind)).toEqual(["received", "lost"]);
    const { amounts } = (await stage().admin.get(`/admin/acquiring/orders/${orderId}/payments`).expect(200)).body
      .payments[0];
    expect(amounts).toMatchObject({ captured: "100.00", refunded: "0.00" });
  });

  test("without a readable due date there is none, and an entered one takes precedence over a reported one", async () => {
    const { id } = await disputed({ due_date: "24.12.2026" });
    expect(await read(id)).toMatchObject({ state: "needs_answer", due_at: null, reported_due_at: null });
    const entered = inDays(3);
    await save(id, { due_at: entered, note: "Ask the carrier." }).expect(200);
    expect(await read(id)).toMatchObject({
      due_at: entered,
      entered_due_at: entered,
      note: "Ask the carrier.",
      version: 1,
    });
    const [item] = await stage().pg("acquiring_attention_item").where({ kind: "dispute" });
    expect(item.message).toContain(`by ${entered.slice(0, 10)}.`);
    setTime(new Date(now.getTime() + 4 * DAY));
    expect((await read(id)).state).toBe("overdue");
    await save(id, { version: 1, due_at: entered, answered: true }).expect(200);
    expect(await read(id)).toMatchObject({ state: "answered", answered_at: now.toISOString(), note: null });
    const { history } = (await stage().admin.get(url(id)).expect(200)).body;
    expect(history).toMatchObject([
      { kind: "received", by: null },
      { kind: "changed", due_at: entered, answered: false, note: "Ask the carrier." },
      { kind: "changed", answered: true, note: null },
    ]);
  });

  test("of two people who save at once the second is told, and nothing of theirs is saved", async () => {
    const { id } = await disputed();
    const answers = await Promise.all([save(id, { note: "First." }), save(id, { note: "Second." })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: "dispute_changed" });
    expect((await save(id, { note: "Third." })).status).toBe(409);
    expect((await read(id)).version).toBe(1);
    await save(id, { version: 1, note: "Fourth." }).expect(200);
    expect((await save(id, { version: 1, note: "Fifth." })).status).toBe(409);
    expect(await read(id)).toMatchObject({ version: 2, note: "Fourth." });
    const audits = await stage().pg("acquiring_audit_record").where({ action: "dispute_changed" }).orderBy("at");
    expect(audits).toMatchObject([
      { actor: "admin", details: { dispute: id } },
      { actor: "admin", details: { dispute: id, note: "Fourth." } },
    ]);
  });

  test("a card number in a note, an impossible date and an unknown dispute are refused", async () => {
    const { id } = await disputed();
    const refused = async (to: string, body: object): Promise<number> => (await save(to, body)).status;
    expect(await refused(id, { note: "The card is 4000000000000002." })).toBe(400);
    expect(await refused(id, { due_at: "tomorrow" })).toBe(400);
    expect(await refused(id, { due_at: "0001-01-01T00:00:00Z" })).toBe(400);
    expect(await refused(`${id}x`, {})).toBe(404);
    expect(await refused("none", {})).toBe(404);
    expect(await stage().pg("acquiring_dispute_case")).toEqual([]);
  });

  test("the list has those to be answered first, by due date, and filters by state as it shows it", async () => {
    const [later, unknown, won, answered, sooner] = [
      await disputed({ due_date: inDays(9) }),
      await disputed(),
      await disputed(),
      await disputed({ due_date: inDays(1) }),
      await disputed({ due_date: inDays(2) }),
    ];
    await stage().gateway.control("dispute", { order_no: won.orderNo, stage: "won" });
    await report(won.orderNo);
    await save(answered.id, { answered: true }).expect(200);
    const all = await list();
    expect(all.disputes.map(({ id }) => id)).toEqual([sooner, later, unknown, answered, won].map(({ id }) => id));
    setTime(new Date(now.getTime() + 3 * DAY));
    const { states } = await list();
    expect(states).toEqual({ needs_answer: 2, overdue: 1, answered: 1, won: 1, lost: 0 });
    for (const [state, count] of Object.entries(states)) {
      const some = await list(`?state=${state}`);
      expect([state, some.count, some.disputes.map((each) => each.state)]).toEqual([
        state,
        count,
        Array.from({ length: count }, () => state),
      ]);
    }
    expect((await list("?state=answered&state=won")).disputes.map(({ id }) => id)).toEqual([answered.id, won.id]);
    const page = await list("?limit=2&offset=1");
    expect(page).toMatchObject({ count: 5, disputes: [{ id: later.id }, { id: unknown.id }] });
  });

  test("a reminder is announced and told once for each day and due date, also by two workers", async () => {
    const seen: DisputeDueNews[] = [];
    const { container } = stage();
    const bus = container.resolve(Modules.EVENT_BUS);
    bus.subscribe(DISPUTE_DUE, async ({ data }) => void seen.push(DisputeDueNews.parse(data)));
    const { id, orderNo } = await disputed({ due_date: inDays(10) });
    const answered = await disputed({ due_date: inDays(5) });
    await save(answered.id, { answered: true }).expect(200);
    const remind = async (afterDays = 0): Promise<number> => {
      setTime(new Date(now.getTime() + afterDays * DAY));
      const sent = await Promise.all([announceDueDisputes(container), announceDueDisputes(container)]);
      await Promise.all([emitEvents(container), emitEvents(container)]);
      return sent.reduce((sum, count) => sum + count, 0);
    };
    expect(await remind()).toBe(0);
    expect(await remind(4)).toBe(1);
    expect(await remind()).toBe(0);
    expect(seen).toMatchObject([{ dispute_id: id, order_no: orderNo, amount_minor: "9000", days_before: 7 }]);
    const told = await stage().pg("acquiring_staff_notification").where({ topic: "dispute" });
    expect(told.map(({ fact }) => fact.event)).toContain("dispute_due");
    expect(await remind(4.5)).toBe(1);
    await save(id, { due_at: inDays(6) }).expect(200);
    expect(await remind()).toBe(1);
    expect(seen.map(({ days_before: days }) => days)).toEqual([7, 2, 7]);
    expect(await remind(7)).toBe(0);
    expect(new Set(seen.map(({ event_id: event }) => event)).size).toBe(3);
  });

  test("the evidence package has what the store knows, as PDF and ZIP, without a card number; each download is recorded", async () => {
    const { admin, gateway, pg } = stage();
    const { orderId, itemId, attemptId, orderNo } = await shippedOrder(stage(), 1);
    const { body: shipped } = await admin.get(`/admin/orders/${orderId}?fields=*fulfillments`).expect(200);
    await admin
      .post(`/admin/orders/${orderId}/fulfillments/${String(shipped.order.fulfillments[0].id)}/shipments`, {
        items: [{ id: itemId, quantity: 1 }],
        labels: [{ tracking_number: "1Z999AA1", tracking_url: "https://carrier.example/1Z999AA1", label_url: "#" }],
      })
      .expect(200);
    await pg("order")
      .where({ id: orderId })
      .update({ metadata: { customer_note: `My card is ${CARDS.approved}, call me.` } });
    await gateway.control("dispute", { order_no: orderNo, stage: "received", reason: "not received" });
    await report(orderNo);
    const id = `${attemptId}:${(await list()).disputes[0]?.reference ?? ""}`;
    const download = (format: string) =>
      admin
        .get(`${url(id)}/evidence?format=${format}`)
        .buffer()
        .parse(binary);

    const pdf = await download("pdf").expect(200);
    expect(pdf.headers).toMatchObject({ "content-type": "application/pdf", "cache-control": "no-store" });
    expect(pdf.headers["content-disposition"]).toMatch(/^attachment; filename="evidence-DP\w+\.pdf"$/);
    const text = textsOfPdf(pdf.body).join("\n");
    for (const part of ["Stoneware mug", "1Z999AA1", "not received", "411111******1111", "call me", ADDRESS.city])
      expect(text).toContain(part);

    const zip = await download("zip").expect(200);
    const files = unzipSync(zip.body);
    expect(Object.keys(files).sort()).toEqual(["evidence.json", "evidence.pdf", "order.json", "timeline.csv"]);
    const read = (name: string): string => strFromU8(files[name] ?? new Uint8Array());
    const evidence = JSON.parse(read("evidence.json"));
    expect(evidence).toMatchObject({
      dispute: { id, reason: "not received" },
      payment: { order_no: orderNo, card: { mask: "411111******1111" }, three_ds: null },
      device: null,
      order: { id: orderId, notes: [{ name: "customer_note", text: "My card is 411111******1111, call me." }] },
    });
    expect(evidence.order.fulfillments[0].labels).toMatchObject([{ tracking_number: "1Z999AA1" }]);
    expect(JSON.parse(read("order.json"))).toEqual(evidence.order);
    expect(read("timeline.csv").split("\r\n")[0]).toContain('"at","kind","amount"');
    expect(read("timeline.csv")).toContain('"dispute_received"');
    for (const said of [text, ...Object.keys(files).map(read)]) expect(said).not.toContain(CARDS.approved);

    await download("doc").expect(400);
    await admin.get(`${url(`${id}x`)}/evidence?format=pdf`).expect(404);
    const audits = await pg("acquiring_audit_record").where({ action: "dispute_evidence_downloaded" });
    expect(audits.map(({ details }) => details)).toEqual(
      expect.arrayContaining([
        { dispute: id, format: "pdf" },
        { dispute: id, format: "zip" },
      ]),
    );
    expect(audits).toHaveLength(2);
    const { history } = (await admin.get(url(id)).expect(200)).body;
    expect(history.filter(({ kind }: { kind: string }) => kind === "downloaded")).toHaveLength(2);
  });

  test("the rate counts disputes and captured payments of a month", async () => {
    await disputed();
    await disputed();
    await stage().shop.order();
    await computeOverview(stage().container);
    const { months } = (await stage().admin.get(`${PATH}/rate`).expect(200)).body;
    expect(months).toHaveLength(12);
    expect(months.at(-1)).toMatchObject({ month: now.toISOString().slice(0, 7), opened: 2 });
  });

  test("the list reads the disputed payments from their index, however many others there are", async () => {
    const { pg } = stage();
    await disputed();
    await pg.raw(`INSERT INTO acquiring_payment_attempt
      SELECT (jsonb_populate_record(a, jsonb_build_object('id', 'acqatt_many_' || n, 'order_no', 'many_' || n,
        'session_id', 'many_' || n, 'gateway_payment_id', NULL, 'disputes', NULL, 'cart_id', NULL))).*
      FROM acquiring_payment_attempt AS a, generate_series(1, 5000) AS n`);
    await pg.raw("ANALYZE acquiring_payment_attempt");
    const plans = await plansOf(pg, () =>
      listDisputes(pg, { states: DisputeState.options, limit: 20, offset: 0 }, now),
    );
    expect(plans).toContain("IDX_acquiring_attempt_disputed");
    expect(plans).not.toContain("Seq Scan on acquiring_payment_attempt");
  });
});
