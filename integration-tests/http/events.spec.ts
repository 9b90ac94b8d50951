import { Modules } from "@medusajs/framework/utils";
import type { Event, IEventBusModuleService } from "@medusajs/framework/types";
import { emitEvents } from "../../src/application/events/emit-events";
import { AttentionNews, PaymentNews, SavedCardNews } from "../../src/application/events/event-schema";
import { clearAttention, raiseAttention } from "../../src/modules/acquiring";
import { EVENT_OF_ENTRY, isAnnounced } from "../../src/modules/acquiring/ledger/event-rows";
import { withStore } from "../support/boot";
import { Customer } from "../support/customer";
import { CARDS } from "../support/shop";

/** Events reach Medusa's bus from the ledger's own commits: each once or again, none invented, and nothing personal. */
withStore("events", (stage) => {
  const seen: { name: string; data: unknown }[] = [];
  const note = async ({ name, data }: Event): Promise<void> => {
    if (/^acquiring\.(payment|attention|saved_card)\./.test(name)) seen.push({ name, data });
  };
  const bus = (): IEventBusModuleService => stage().container.resolve(Modules.EVENT_BUS);
  beforeAll(() => void bus().subscribe("*", note, { subscriberId: "events-spec" }));
  beforeEach(() => void seen.splice(0));
  afterAll(() => void bus().unsubscribe("*", note, { subscriberId: "events-spec" }));

  const waiting = async (): Promise<string[]> =>
    stage().pg("acquiring_event").orderBy(["created_at", "id"]).pluck("id");
  const emitted = async (): Promise<string[]> => {
    await emitEvents(stage().container);
    return seen.map(({ name }) => name);
  };
  const captured = async (): Promise<{ paymentId: string; sessionId: string }> => {
    const { orderId, checkout } = await stage().shop.order();
    const { id: paymentId } = await stage().admin.payment(orderId);
    await stage().admin.post(`/admin/payments/${paymentId}/capture`).expect(200);
    return { paymentId, sessionId: checkout.session.id };
  };

  test("a payment's events are delivered in order, with what they are about, and then wait no longer", async () => {
    const { paymentId, sessionId } = await captured();
    await stage().admin.post(`/admin/payments/${paymentId}/refund`, { amount: 30 }).expect(200);
    expect(await emitted()).toEqual(
      ["authorised", "captured", "refund_accepted"].map((name) => `acquiring.payment.${name}`),
    );
    const events = seen.map(({ data }) => PaymentNews.strict().parse(data));
    expect(events.map(({ amount_minor, currency, state }) => [amount_minor, currency, state])).toEqual([
      ["10000", "EUR", "authorised"],
      ["10000", "EUR", "captured"],
      ["3000", "EUR", "captured"],
    ]);
    expect(new Set(events.map(({ session_id }) => session_id))).toEqual(new Set([sessionId]));
    expect(new Set(events.map(({ event_id }) => event_id)).size).toBe(3);
    expect(await waiting()).toEqual([]);
    expect(await emitted()).toHaveLength(3);
  });

  test("a saved card is announced when it is saved, refused and removed, without its data", async () => {
    const { ledger, base, shop } = stage();
    const { id: customerId } = await Customer.register(base, shop, "grace");
    const token = "tok_secret_of_the_gateway";
    const id = await ledger.savedCards.keep({
      ...{ account: "main", customerId, token, mask: "411111******1111", brand: "visa", expiryMonth: "12" },
      ...{ expiryYear: "2039", firstName: "Grace", lastName: "Hopper" },
    });
    await ledger.savedCards.refuse(id ?? "", "0054");
    await ledger.savedCards.remove(customerId, id ?? "");
    expect(await emitted()).toEqual(["saved", "refused", "removed"].map((name) => `acquiring.saved_card.${name}`));
    const events = seen.map(({ data }) => SavedCardNews.strict().parse(data));
    expect(
      events.map(({ saved_card_id, customer_id, actor, reason, code }) => [
        saved_card_id,
        customer_id,
        actor,
        reason,
        code,
      ]),
    ).toEqual([
      [id, customerId, "customer", null, null],
      [id, customerId, "gateway", null, "0054"],
      [id, customerId, "customer", "asked", null],
    ]);
    expect(JSON.stringify(seen)).not.toMatch(/1111|Hopper|tok_/);
  });

  test("an event that only a newer version knows waits for it", async () => {
    const { pg } = stage();
    const name = "acquiring_event_kind_check";
    const [{ check }] = await pg("pg_constraint")
      .where({ conname: name })
      .select(pg.raw("pg_get_constraintdef(oid) AS check"));
    await pg.raw("ALTER TABLE acquiring_event DROP CONSTRAINT ??", [name]);
    try {
      await pg("acquiring_event").insert({ id: "acqevt_newer", kind: "of_tomorrow", row_id: "row_1" });
      expect(await emitted()).toEqual([]);
      expect(await waiting()).toEqual(["acqevt_newer"]);
    } finally {
      await pg("acquiring_event").delete();
      await pg.raw(`ALTER TABLE acquiring_event ADD CONSTRAINT ?? ${String(check)}`, [name]);
    }
  });

  test("a declined payment is announced with its code", async () => {
    const checkout = await stage().shop.checkout();
    await stage().shop.pay(checkout, CARDS.declined);
    expect(await emitted()).toEqual(["acquiring.payment.declined"]);
    expect(seen[0]?.data).toMatchObject({ code: expect.stringMatching(/./), state: "declined", amount_minor: "10000" });
  });

  test("what the bus refuses stays and is delivered again; an event that was delivered twice has one ID", async () => {
    await captured();
    const before = await waiting();
    expect(before).toHaveLength(2);
    const refused = jest.spyOn(bus(), "emit").mockRejectedValueOnce(new Error("The bus is down."));
    expect(await emitted()).toEqual([]);
    expect(await waiting()).toEqual(before);
    refused.mockRestore();
    // The process dies after the bus has the events and before they are deleted.
    await stage().pg.raw(
      `CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'dead'; END $$`,
    );
    await stage().pg.raw("CREATE TRIGGER die BEFORE DELETE ON acquiring_event EXECUTE FUNCTION die()");
    expect(await emitted()).toHaveLength(2);
    expect(await waiting()).toEqual(before);
    await stage().pg.raw("DROP FUNCTION die CASCADE");
    expect(await emitted()).toHaveLength(4);
    expect(await waiting()).toEqual([]);
    const ids = seen.map(({ data }) => PaymentNews.parse(data).event_id);
    expect(ids).toEqual([...before, ...before]);
  });

  test("two workers share the events", async () => {
    await captured();
    await captured();
    await Promise.all([emitEvents(stage().container), emitEvents(stage().container)]);
    const ids = seen.map(({ data }) => PaymentNews.parse(data).event_id);
    expect([ids.length, new Set(ids).size]).toEqual([4, 4]);
  });

  test("an event exists exactly for each announced journal entry, and none for what was rolled back", async () => {
    await captured();
    const entries = await stage().pg("acquiring_entry").select("id", "kind");
    const announced = entries.filter(({ kind }: { kind: string }) => isAnnounced(kind)).map(({ id }) => id);
    expect([...(await waiting())].sort()).toEqual(announced.sort());
    expect(announced.length).toBeLessThan(entries.length);
    expect(Object.keys(EVENT_OF_ENTRY)).toEqual(expect.arrayContaining(["captured", "refund_failed"]));
  });

  test("an attention item is announced when it is raised, once, and when it is resolved", async () => {
    const { pg } = stage();
    const item = {
      account: "main",
      kind: "order_mismatch",
      subject: "order-1",
      attemptId: null,
      message: "of Ada",
    } as const;
    await raiseAttention(pg, item, new Date());
    await raiseAttention(pg, item, new Date());
    await clearAttention(pg, item.kind, item.subject, new Date());
    await clearAttention(pg, item.kind, item.subject, new Date());
    expect(await emitted()).toEqual(["acquiring.attention.raised", "acquiring.attention.resolved"]);
    const events = seen.map(({ data }) => AttentionNews.strict().parse(data));
    expect(events.map(({ kind, subject, reason }) => [kind, subject, reason])).toEqual([
      ["order_mismatch", "order-1", null],
      ["order_mismatch", "order-1", "solved"],
    ]);
    expect(JSON.stringify(events)).not.toContain("Ada");
  });

  test("the worker delivers them", async () => {
    await captured();
    await stage().work();
    expect(seen.map(({ name }) => name)).toEqual(["acquiring.payment.authorised", "acquiring.payment.captured"]);
  });
});
