import { createOrderNo, createRecurringId } from "../model/ids";
import { checkoutFields } from "../operations/checkout";
import { subscriptionObject } from "../operations/subscription";
import type { SubscriptionTerms } from "../model/payment-request";
import { parseNotification } from "../notifications/notification";
import { readSample } from "../signing/signature-doctor";
import { sign } from "../signing/signing";
import { dayIn, momentIn } from "../reading/gateway-time";
import { accountWith, KEY, SUCCESS } from "./fixtures";
import { gateway, json, money, request, text, withClient } from "./scripted-gateway";

/** Subscriptions charged by the gateway: requests and responses. */
const TERMS: SubscriptionTerms = {
  reference: "acqsub_1",
  name: "Coffee, monthly",
  amount: money(1_200n),
  interval: "month",
  intervalCount: 2,
  billingCycles: 12,
  promotionCycles: null,
  startsOn: "2027-01-31",
  endsOn: null,
  priceId: null,
};
const objectOf = (terms: Partial<SubscriptionTerms>, profile: object = {}): object =>
  subscriptionObject(accountWith({ profile }), { ...TERMS, ...terms });

test("the terms use the interface's names, and terms that were not agreed are omitted", async () => {
  gateway.reply = text("<respon></respon>");
  await withClient(({ writes }) => writes.authorise({ ...request, subscription: TERMS }));
  expect(JSON.parse(gateway.received[0]?.body ?? "{}").subscription).toEqual({
    contract: "acqsub_1",
    contract_name: "Coffee, monthly",
    contract_amount: "12.00",
    interval: "month",
    interval_count: "2",
    contract_start: "2027-01-31",
    billing_cycle: 12,
  });
  gateway.received.length = 0;
  await withClient(({ writes }) => writes.authorise(request));
  expect(JSON.parse(gateway.received[0]?.body ?? "{}")).not.toHaveProperty("subscription");
});

test.each([
  ["day", {}, { interval: "day", interval_count: "2" }],
  ["week", {}, { interval: "day", interval_count: "14" }],
  ["week", { week: { word: "week", times: 1 } }, { interval: "week", interval_count: "2" }],
  ["year", {}, { interval: "year", interval_count: "2" }],
  ["month", { dates: "yyyyMMdd" }, { contract_start: "20270131" }],
  ["month", { dates: "yyyy-MM-dd HH:mm:ss" }, { contract_start: "2027-01-31 00:00:00" }],
] as const)("every second %s with %j", (interval, subscription, expected) => {
  expect(objectOf({ interval }, { subscription })).toMatchObject(expected);
});

test("the hosted page's form contains them as JSON, and its signature is unchanged", () => {
  const account = accountWith();
  const plain = { ...request, instrument: { kind: "checkout", save: false } } as const;
  const { subscription = "", ...rest } = checkoutFields(account, { ...plain, subscription: TERMS });
  expect(JSON.parse(subscription)).toMatchObject({ contract_amount: "12.00", interval: "month" });
  expect(rest).toEqual(checkoutFields(account, plain));
});

test("an alternative method cannot start a subscription: nothing is sent", async () => {
  const instrument = { kind: "apm", method: "pix", bankCode: null, person: null, ...PLACES } as const;
  const send = withClient(({ writes }) => writes.authorise({ ...request, instrument, subscription: TERMS }));
  await expect(send).rejects.toThrow(TypeError);
  expect(gateway.received).toEqual([]);
});
const PLACES = { deliveryDistrict: null, deliveryStreet: null };

describe("the reported state of a subscription", () => {
  const row = (orderNo: string, id: string, recurring: object): object => ({
    ...{ order_no: orderNo, transaction_id: id, amount: "12.00", currency: "EUR", query_result: "1" },
    ...{ payment_status: "3000", transaction_date: "20270131100000", subscription_result: recurring },
  });
  const NAMED = { recurring_id: "S1", contract_name: "Coffee", recurring_deduction_period: "1 month" };
  const ask = async (rows: object[], profile: object = {}, orderNos = ["acq_1"]): Promise<unknown> => {
    gateway.reply = json({ return_status: "1", orders_list: rows });
    const answer = await withClient(({ queries }) => queries.payments(orderNos.map(createOrderNo)), profile);
    return answer.kind === "answered" ? answer.facts : answer;
  };

  test.each([
    ["1", "active"],
    ["0", "inactive"],
    ["Inactived", "inactive"],
    ["INACTIVED", "inactive"],
    ["7", "unmapped"],
    ["", null],
  ])("a status of %j is %s", async (recurring_status, status) => {
    const rows = [row("acq_1", "17", { ...NAMED, recurring_status, recurring_deduction_time: "2027-02-28" })];
    expect(await ask(rows, { timeZone: "Asia/Shanghai" })).toMatchObject([
      {
        recurring: {
          recurringId: "S1",
          status,
          nextChargeOn: "2027-02-28",
          nextChargeAt: "2027-02-27T16:00:00.000Z",
          chargedAt: "2027-01-31T02:00:00.000Z",
        },
      },
    ]);
  });

  test("every charge under one order number is reported, and one under the gateway's own number beside the first", async () => {
    const rows = [row("acq_1", "17", NAMED), row("acq_1", "18", NAMED), row("RN1", "19", NAMED)];
    expect(await ask(rows)).toMatchObject([
      { orderNo: "acq_1", gatewayPaymentId: "17", recurring: { wireOrderNo: "acq_1" } },
      { orderNo: "acq_1", gatewayPaymentId: "18", recurring: { wireOrderNo: "acq_1" } },
      { orderNo: "acq_1", gatewayPaymentId: "19", recurring: { wireOrderNo: "RN1" } },
    ]);
  });

  test("a response about another subscription is not a response", async () => {
    const rows = [row("RN1", "19", { ...NAMED, recurring_id: "S2" })];
    expect(await ask(rows)).toMatchObject({ kind: "failed", reason: { code: "unreadable_rows" } });
    // Beside what was asked it says nothing.
    expect(await ask([row("acq_1", "17", NAMED), ...rows])).toMatchObject([{ gatewayPaymentId: "17" }]);
  });

  test.each([[{ recurring_id: "" }], [{ recurring_id: "two words" }], [{ recurring_id: "9".repeat(51) }]])(
    "an invalid number (%j) does not prevent the payment from being read",
    async (recurring) => {
      expect(await ask([row("acq_1", "17", recurring)])).toMatchObject([{ reading: "captured", recurring: null }]);
    },
  );

  test("a notification's subscription fields are a hint beside its signed fields", () => {
    const fields = {
      ...SUCCESS,
      recurring_id: "S1",
      contract_name: "Coffee",
      recurring_deduction_time: "2027-02-28 10:00:00",
    };
    const account = accountWith();
    const body = JSON.stringify({
      ...fields,
      encryption_data: sign(account.profile.signing, "notification", SUCCESS, KEY),
    });
    expect(parseNotification({ account, contentType: "application/json", body: Buffer.from(body) })).toMatchObject({
      signature: "matched",
      recurring: { recurringId: "S1", nextChargeOn: "2027-02-28", status: null },
      signedFact: { recurring: null },
    });
  });
});

describe("the cancellation of a subscription", () => {
  const item = {
    orderNo: createOrderNo("acq_1"),
    recurringId: createRecurringId("S1"),
    subscriptionName: "Coffee",
  };
  const OK = {
    merchant_id: "100001",
    account_id: "100001001",
    recurring_id: "S1",
    cancel_status: "1",
    error_message: "",
  };
  const end = (profile: object = {}) => withClient(({ writes }) => writes.cancelSubscription(item), profile);

  test("is one request, with its own signature and the profile's encoding", async () => {
    gateway.reply = json(OK);
    expect(await end()).toMatchObject({ kind: "settled", fact: { kind: "subscription", recurringId: "S1" } });
    await end({ encoding: { cancelSubscription: "form" } });
    const [asJson, asForm] = gateway.received;
    expect([asJson?.path, asForm?.type]).toEqual(["/v1/cancelsubscription", "application/x-www-form-urlencoded"]);
    const signed = { merchant_id: "100001", account_id: "100001001", recurring_id: "S1" };
    const encryption_data = sign(accountWith().profile.signing, "cancelSubscription", signed, KEY);
    const expected = { ...signed, contract_name: "Coffee", encryption_data };
    expect(JSON.parse(asJson?.body ?? "{}")).toEqual(expected);
    expect(Object.fromEntries(new URLSearchParams(asForm?.body))).toEqual(expected);
  });

  test("as XML is a flat document with escaped texts, which the doctor reads as well", async () => {
    gateway.reply = json(OK);
    const named = { ...item, subscriptionName: `Tea & <Scones> "à la carte"` };
    const encoding = { cancelSubscription: "xml", xmlRoot: "cancel" };
    const ended = await withClient(({ writes }) => writes.cancelSubscription(named), { encoding });
    expect(ended).toMatchObject({ kind: "settled" });
    const [sent] = gateway.received;
    const signed = { merchant_id: "100001", account_id: "100001001", recurring_id: "S1" };
    const signature = sign(accountWith().profile.signing, "cancelSubscription", signed, KEY);
    expect(sent).toMatchObject({
      type: "application/xml",
      body: `<?xml version="1.0" encoding="UTF-8"?><cancel><merchant_id>100001</merchant_id><account_id>100001001</account_id><recurring_id>S1</recurring_id><contract_name>Tea &amp; &lt;Scones&gt; "à la carte"</contract_name><encryption_data>${signature}</encryption_data></cancel>`,
    });
    const { notify } = accountWith().profile;
    const body = Buffer.from(sent?.body ?? "");
    const none = { operation: null, account: { merchantId: null, accountId: null } };
    expect(readSample({ body, fields: notify.fields, ...none })).toMatchObject({
      operations: ["cancelSubscription"],
      values: { ...signed, contract_name: named.subscriptionName },
      signature,
    });
  });

  test.each<[string, object, string, string]>([
    ["refuses", { cancel_status: "0", error_message: "E1011:Already cancelled" }, "declined", "E1011"],
    ["refuses without a word", { cancel_status: "0" }, "declined", "status_0"],
    ["refuses by a system error", { cancel_status: "0", error_message: "S0001:System" }, "unknown", "S0001"],
    ["uses a status of its own", { cancel_status: "5" }, "unknown", "status_5"],
    ["contradicts itself", { error_message: "E1:?" }, "unknown", "contradictory"],
    ["has words beside a success", { error_message: "OK" }, "unknown", "contradictory"],
    ["refuses with a success code", { cancel_status: "0", error_message: "0000:OK" }, "unknown", "contradictory"],
    ["is about another subscription", { recurring_id: "S2" }, "unknown", "other_subscription"],
    ["speaks of another account", { account_id: "1" }, "unknown", "other_account"],
    ["has no status", { cancel_status: null }, "unknown", "unreadable"],
  ])("whose response %s counts as far as it proves something", async (_name, values, kind, code) => {
    gateway.reply = json({ ...OK, ...values });
    expect(await end()).toMatchObject({ kind, reason: { code } });
  });

  test.each(["0000:OK", "V0000:OK", " ", null])("is done where the error text is %j", async (error_message) => {
    gateway.reply = json({ ...OK, error_message });
    expect(await end()).toMatchObject({ kind: "settled", fact: { recurringId: "S1" } });
  });

  test.each<[string, ReturnType<typeof json>, string]>([
    ["a page", text("<html></html>"), "unreadable"],
    ["an HTTP 502", text("", 502), "http_502"],
    ["nothing at all", (req) => req.socket.destroy(), "lost"],
  ])("whose response is %s is unknown", async (_name, reply, code) => {
    gateway.reply = reply;
    expect(await end()).toMatchObject({ kind: "unknown", reason: { code } });
  });

  test("is unknown without a valid signature if the profile requires one", async () => {
    gateway.reply = json({ ...OK, encryption_data: "0".repeat(64) });
    expect(await end({ signing: { responses: "enforce" } })).toMatchObject({ reason: { code: "bad_signature" } });
    expect(await end()).toMatchObject({ kind: "settled" });
  });
});

test.each([
  ["2027-02-28", "2027-02-28", "2027-02-28T00:00:00.000Z", "2027-02-28T05:00:00.000Z"],
  ["2027-02-28 10:15:00", "2027-02-28", "2027-02-28T10:15:00.000Z", "2027-02-28T15:15:00.000Z"],
  ["20270704101500", "2027-07-04", "2027-07-04T10:15:00.000Z", "2027-07-04T14:15:00.000Z"],
  // The night in which the clocks of New York jump from 2 to 3, and the hour after it.
  ["2027-03-14 03:30:00", "2027-03-14", "2027-03-14T03:30:00.000Z", "2027-03-14T07:30:00.000Z"],
  ["2027-02-29", null, null, null],
  ["2027-13-01", null, null, null],
  ["soon", null, null, null],
])("the gateway's %s", (text, day, inUtc, inNewYork) => {
  expect([dayIn(text), momentIn(text, "UTC"), momentIn(text, "America/New_York")]).toEqual([day, inUtc, inNewYork]);
});

test("an invalid time zone stops the start", () => {
  expect(() => accountWith({ profile: { timeZone: "Mars/Olympus" } })).toThrow(/timeZone" must be a name such as UTC/);
});
