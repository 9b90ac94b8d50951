import type { Overview, OverviewFigures } from "../../src/api-schema/admin";
import { computeOverview } from "../../src/application/worker/compute-overview";
import { withStore } from "../support/boot";
import { CARDS } from "../support/shop";

/** The overview's answer: each figure is the number of payments that the list finds with its filters. */
const OVERVIEW = "/admin/acquiring/overview";
const CHALLENGE = "4000000000003063";

withStore("overview", (stage) => {
  const read = async (query = ""): Promise<Overview> =>
    (await stage().admin.get(`${OVERVIEW}${query}`).expect(200)).body;
  const counted = async (query: string): Promise<number> => {
    const { body } = await stage().admin.get(`/admin/acquiring/payments?limit=1&${query}`).expect(200);
    return body.count;
  };

  test("a store without payments has figures of zero for every day, and no currency", async () => {
    const { current, previous, currency, currencies } = await read("?from=2026-02-01&to=2026-02-28");
    expect([currency, currencies, current.days.length]).toEqual([null, [], 28]);
    expect([current.totals.payments, current.days[0]?.day, current.days.at(-1)?.day]).toEqual([
      0,
      "2026-02-01",
      "2026-02-28",
    ]);
    expect([previous?.from, previous?.to, previous?.totals.amounts.captured]).toEqual([
      "2026-01-04",
      "2026-01-31",
      "0.00",
    ]);
  });

  test("the usual period ends today by the server's clock, not by the reader's", async () => {
    stage().ledger.useClock(() => new Date("2026-03-05T23:59:00Z"));
    const { today, current } = await read();
    expect([today, current.from, current.to]).toEqual(["2026-03-05", "2026-02-04", "2026-03-05"]);
  });

  test("payments of every result: each figure is what the list finds, and the export has the same", async () => {
    const { shop, admin, container } = stage();
    const { orderId } = await shop.order();
    const { id } = await admin.payment(orderId);
    await admin.post(`/admin/payments/${id}/capture`, {}).expect(200);
    await admin.post(`/admin/payments/${id}/refund`, { amount: 10 }).expect(200);
    await shop.pay(await shop.checkout(), CARDS.declined).expect(200);
    await shop.pay(await shop.checkout(), CHALLENGE).expect(200);
    expect((await read()).current.totals.payments).toBe(0);
    await computeOverview(container);
    const { current, currency, as_of: at, days_due: due } = await read();
    expect([currency, due, at === null]).toEqual(["EUR", 0, false]);
    expect(current.totals).toMatchObject({ payments: 3, authorised: 1, declined: 1, open: 1, refunded: 1 });
    expect(current.totals.three_ds).toMatchObject({ challenged: 1, passed: 0 });
    const of: Readonly<Record<string, (figures: OverviewFigures) => number>> = {
      "": ({ payments }) => payments,
      "state=authorised&state=captured&state=voided": ({ authorised }) => authorised,
      "state=declined": ({ declined }) => declined,
      "refunded=true": ({ refunded }) => refunded,
      "refunded=false": ({ payments, refunded }) => payments - refunded,
      "disputed=true": ({ disputes: { open, won, lost } }) => open + won + lost,
      "reviewed=true": ({ held }) => held,
      "challenged=true": ({ three_ds: { challenged } }) => challenged,
    };
    for (const [query, figure] of Object.entries(of))
      expect([query, await counted(`currency=EUR&${query}`)]).toEqual([query, figure(current.totals)]);
    const [decline] = current.declines;
    expect(await counted(`decline_code=${decline?.code ?? ""}`)).toBe(1);
    expect(await counted("decline_code=-")).toBe(0);

    const { text } = await admin.get(`${OVERVIEW}/export`).expect(200);
    const [head, line, ...more] = text.trim().split("\r\n");
    expect(head).toMatch(/^"day","account","currency","mode","method","sales_channel_id","payments"/);
    expect([line?.split(",").slice(1, 7), more]).toEqual([
      ['"main"', '"EUR"', '"card"', '""', expect.stringMatching(/^"sc_/), '"3"'],
      [],
    ]);
  });

  test("by sales channel: each has the payments that the list finds, those of an older version are computed again", async () => {
    const { shop, pg, admin, container } = stage();
    const { sales_channel: second } = (await admin.post("/admin/sales-channels", { name: "Market" }).expect(200)).body;
    const checkout = await shop.checkout();
    await pg("cart").where({ id: checkout.cartId }).update({ sales_channel_id: second.id });
    await shop.pay(checkout).expect(200);
    await shop.order();
    await shop.pay(await shop.checkout(), CARDS.declined).expect(200);
    const imported = await shop.checkout();
    await pg("cart").where({ id: imported.cartId }).update({ sales_channel_id: null });
    await shop.pay(imported).expect(200);
    await computeOverview(container);
    const channels = async (): Promise<(string | number | null)[][]> =>
      (await read()).current.sales_channels.map(({ name, payments, authorised }) => [name, payments, authorised]);
    const expected = [
      [expect.any(String), 2, 1],
      ["Market", 1, 1],
      [null, 1, 1],
    ];
    expect(await channels()).toEqual(expect.arrayContaining(expected));
    expect((await read()).current.sales_channels).toHaveLength(3);
    expect([await counted(`sales_channel=${String(second.id)}`), await counted("sales_channel=-")]).toEqual([1, 1]);
    const { current } = await read(`?sales_channel=${String(second.id)}&sales_channel=-`);
    expect([current.totals.payments, current.sales_channels.length]).toEqual([2, 2]);
    const page = (await admin.get("/admin/acquiring/payments").expect(200)).body;
    expect(page.seen.sales_channels).toEqual(expect.arrayContaining([{ id: second.id, name: "Market" }]));
    await pg("acquiring_overview_day").update({ sales_channel_id: null });
    expect((await read()).days_due).toBe(1);
    await computeOverview(container);
    expect([(await read()).days_due, await channels()]).toEqual([0, expect.arrayContaining(expected)]);
  });

  test("a period that is none is refused", async () => {
    const { admin } = stage();
    for (const query of [
      "?from=2026-02-02&to=2026-02-01",
      "?from=2024-01-01&to=2026-01-01",
      "?from=yesterday",
      "?day=1",
    ])
      expect([query, (await admin.get(`${OVERVIEW}${query}`)).status]).toEqual([query, 400]);
  });
});
