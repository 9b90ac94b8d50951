import { signFields } from "../notifications/signature";
import { cancel, subscriptionOf, DAY, daysOf, refused, subscribed } from "./subscription-merchant";
import type { Merchant, Row } from "./harness";
import { ACCOUNT, closeAll, jsonOf, KEY, MERCHANT } from "./harness";

/** Subscriptions on the sandbox page, and how they end. */
afterEach(closeAll);

describe("the sandbox page", () => {
  const section = async ({ url }: Merchant): Promise<string> => (await fetch(`${url}/subscriptions`)).text();
  const press = ({ url }: Merchant, action: string, fields: Row): Promise<Response> =>
    fetch(`${url}/_control/${action}`, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });

  it("shows what was agreed and what was charged, as text", async () => {
    const { merchant, first } = await subscribed("2027-01-31T10:00:00Z", { contract_name: "<b>Tea</b>" });
    await merchant.control("clock", { ms: 29 * DAY });
    const html = await section(merchant);
    expect(html).toContain("&lt;b&gt;Tea&lt;/b&gt;");
    expect(html).toContain(first.recurring_id ?? "none");
    expect(html).toContain("2027-03-31T10:00:00.000Z");
    expect(html).toMatch(/Charges<\/dt><dd>2<\/dd>/);
  });

  it("has buttons to charge now, to decline the next charge, and to cancel the subscription", async () => {
    const { merchant, first } = await subscribed("2027-01-31T10:00:00Z", { interval: "day" });
    const { recurring_id = "" } = first;
    expect((await press(merchant, "renew", { recurring_id })).headers.get("location")).toBe("/");
    await press(merchant, "script-renewal", { recurring_id, outcome: "decline" });
    expect(await section(merchant)).toContain("charge 3: decline");
    await press(merchant, "renew", { recurring_id });
    await press(merchant, "cancel-subscription", { recurring_id });
    expect((await merchant.state()).transactions.map(({ state }) => state)).toEqual([
      "authorised",
      "captured",
      "declined",
    ]);
    expect(await section(merchant)).not.toContain("Renew now");
    expect((await press(merchant, "renew", { recurring_id })).headers.get("location")).toMatch(
      /^\/\?problem=The%20subscription/,
    );
  });
});

describe("the cancellation", () => {
  it.each([false, true])("ends the subscription once; as a form: %s", async (asForm) => {
    const { merchant, first } = await subscribed("2027-01-31T10:00:00Z");
    const { recurring_id = "" } = first;
    const fields = { recurring_id, contract_name: "Coffee, monthly" };
    const answer = await cancel(merchant, fields, asForm);
    expect(answer).toMatchObject({ ...fields, cancel_status: "1", error_message: "" });
    expect(answer.encryption_data).toBe(signFields("cancelsubscription", answer, KEY));
    expect(await cancel(merchant, fields)).toMatchObject({
      cancel_status: "0",
      error_message: "E1011:Already cancelled",
    });
    await merchant.control("clock", { ms: 100 * DAY });
    expect(await daysOf(merchant)).toEqual(["2027-01-31"]);
    expect((await merchant.query("retrievalTrans", { orders: "order-1" })).rows).toMatchObject([
      { subscription_result: { recurring_status: "Inactived" } },
    ]);
    expect(await merchant.state()).toMatchObject({ effects: { cancel_subscription: 1, cancel: 0 } });
  });

  it("may be XML, if it is well formed", async () => {
    const { merchant, first } = await subscribed("2027-01-31T10:00:00Z", { contract_name: "Tea & <Scones>" });
    const fields = { merchant_id: MERCHANT, account_id: ACCOUNT, recurring_id: first.recurring_id ?? "" };
    const texts = { ...fields, encryption_data: signFields("cancelsubscription", fields, KEY) };
    const elements = Object.entries(texts).map(([name, value]) => `<${name}>${value}</${name}>`);
    const xml = (name: string): string =>
      `<?xml version="1.0" encoding="UTF-8"?><request>${elements.join("")}<contract_name>${name}</contract_name></request>`;
    for (const name of ["Tea & &lt;Scones&gt;", "Tea &amp; <Scones>", "Tea</contract_name><contract_name"])
      expect((await merchant.post("cancelsubscription", xml(name))).status).toBe(400);
    const answer = await jsonOf(await merchant.post("cancelsubscription", xml("Tea &amp; &lt;Scones&gt;")));
    expect(answer).toMatchObject({ cancel_status: "1", contract_name: "Tea & <Scones>" });
  });

  it("does not prevent a charge that was prepared already", async () => {
    const { merchant, first } = await subscribed("2027-01-31T10:00:00Z", {}, { renewals: { preparedMs: 2 * DAY } });
    await merchant.control("clock", { ms: 27 * DAY });
    expect(await cancel(merchant, { recurring_id: first.recurring_id ?? "" })).toMatchObject({ cancel_status: "1" });
    await merchant.control("clock", { ms: 100 * DAY });
    expect(await daysOf(merchant)).toEqual(["2027-01-31", "2027-02-28"]);
  });

  it.each([
    [{ recurring_id: "SUB0" }, "R0404:No such subscription"],
    [{ contract_name: "Tea" }, "R0404:No such subscription"],
    [{ account_id: "1" }, "C0001:Unknown account"],
    [{ encryption_data: "0".repeat(64) }, "I0013:Signature is wrong"],
  ])("of %j is refused", async (fields, sentence) => {
    const { merchant, first } = await subscribed("2027-01-31T10:00:00Z");
    const answer = await cancel(merchant, { recurring_id: first.recurring_id ?? "", ...fields });
    expect(answer).toMatchObject({ cancel_status: "0", error_message: sentence });
    expect(await subscriptionOf(merchant)).toMatchObject({ state: "active", cancels: [] });
  });

  it("may return another subscription", async () => {
    const { merchant, first } = await subscribed("2027-01-31T10:00:00Z");
    await merchant.control("faults", { operation: "cancelsubscription", fault: "wrong-order" });
    const answer = await cancel(merchant, { recurring_id: first.recurring_id ?? "" });
    expect(answer).toMatchObject({ recurring_id: "other-subscription", cancel_status: "1" });
  });

  it("in the portal is in the query and sends no notification; a charge after it must be requested", async () => {
    const { merchant, inbox } = await subscribed("2027-01-31T10:00:00Z");
    await merchant.control("cancel-subscription", { order_no: "order-1" });
    expect(await subscriptionOf(merchant)).toMatchObject({ state: "cancelled", cancels: [{ by: "portal" }] });
    expect(await refused(merchant, "renew", { order_no: "order-1" })).toEqual([
      409,
      { error: "The subscription is cancelled: it is no longer charged" },
    ]);
    await merchant.control("renew", { order_no: "order-1", anyway: true });
    await merchant.control("clock", { ms: 1_000 });
    expect(inbox.received.map(({ amount }) => amount)).toEqual(["100.00", "12.00"]);
  });
});
