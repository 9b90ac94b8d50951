import type { Simulator } from "../../src/simulator";
import { startSimulator } from "../../src/simulator";
import { formerRoute } from "../../src/modules/acquiring/accounts/account-identities";
import { MOST_CARDS } from "../../src/modules/acquiring/saved-cards/card-storage-rules";
import type { NewSavedCard } from "../../src/modules/acquiring/saved-cards/card-storage-rules";
import type { Receipt } from "../../src/modules/acquiring/inbox/receive-notification";
import AcquiringModuleService from "../../src/modules/acquiring/service";
import { signFields } from "../../src/simulator/notifications/signature";
import { allMigrations } from "../support/all-migrations";
import { insertRow } from "../support/any-row";
import { cardPayment } from "../support/card-payment";
import type { OwnLedger } from "../support/own-ledger";
import { statements } from "../support/own-database";
import { ownLedger } from "../support/own-ledger";
import type { PlainPayout } from "../support/payout-request";
import { payoutRequest, plainPayout } from "../support/payout-request";
import { Gateway } from "../support/shop";

/** The account behind a key of the options is changed while payments are open: two gateways, one database. */
const OLD = { merchantId: "100001", accountId: "100001001", signingKeys: ["golden-key-0123456789"] };
const NEW = { merchantId: "200002", accountId: "200002001", signingKeys: ["another-key-0123456789"] };
const DAY = 86_400_000;

let stage: OwnLedger;
let second: Simulator;
let newGateway: Gateway;
const services: AcquiringModuleService[] = [];

beforeAll(async () => {
  stage = await ownLedger("changed_account", { payout: { amountUnit: "minor" } });
  second = await startSimulator({ ...NEW, notifications: "off" });
  newGateway = new Gateway(second.url);
});
afterAll(async () => {
  await Promise.all(services.map((each) => each.__hooks.onApplicationShutdown()));
  await stage.close();
  await second.close();
});
beforeEach(async () => {
  await stage.pg("acquiring_attention_item").delete();
  await stage.gateway.anew();
  await newGateway.anew();
});

const oldAccount = (): object => ({ baseUrl: stage.gateway.url, ...OLD });
const newAccount = (): object => ({ baseUrl: second.url, ...NEW });

function serviceOf(main: object): AcquiringModuleService {
  const quiet = { info: () => undefined, warn: () => undefined, error: console.error };
  const cradle = { __pg_connection__: stage.pg, logger: quiet };
  // @ts-expect-error -- a logger with the methods that the service uses
  const service = new AcquiringModuleService(cradle, { ...stage.options(), accounts: { main } });
  services.push(service);
  return service;
}
const later = (service: AcquiringModuleService): AcquiringModuleService => {
  service.useClock(() => new Date(Date.now() + DAY));
  return service;
};

let sessions = 0;
interface Unknown {
  readonly id: string;
  readonly session: string;
}
/** A payment at the old gateway whose answer was lost; it was applied all the same. */
async function unknownAtOld(): Promise<Unknown> {
  const session = `payses_changed_${String((sessions += 1))}`;
  await stage.gateway.fault("authorise", "drop-after-apply");
  await stage.gateway.fault("retrievalTrans", "drop-before", 100);
  await serviceOf(oldAccount()).pay(cardPayment(session, `cart_${session}`));
  const { id } = await stage.pg("acquiring_payment_attempt").where({ session_id: session }).first();
  await fetch(`${stage.gateway.url}/_control/faults`, { method: "DELETE" });
  return { id, session };
}
const items = () =>
  stage.pg("acquiring_attention_item").where({ kind: "account_changed", cleared_at: null }).select("message");
const TOLD = { message: expect.stringContaining('"accounts.main.former"') };
const row = (id: string) => stage.pg("acquiring_payment_attempt").where({ id }).first();

describe("the options name another gateway account under the same key", () => {
  test("32 its 'not found' proves nothing: an unknown payment stays unknown, and its session is not charged again", async () => {
    const { id, session } = await unknownAtOld();
    const changed = later(serviceOf(newAccount()));
    expect(await changed.checkAttempt(id)).toBe(false);
    expect(await items()).toEqual([TOLD]);
    const again = await changed.pay(cardPayment(session, `cart_${session}`));
    expect(again.state).not.toBe("authorised");
    expect((await row(id)).state).toBe("unknown");
    expect([await newGateway.sent("retrievalTrans"), await newGateway.sent("authorise")]).toEqual([0, 0]);
    expect((await stage.gateway.state()).effects.authorise).toBe(1);
  });

  test("an item is raised, until the former account is listed: then its payments are settled there", async () => {
    const { id } = await unknownAtOld();
    const changed = later(serviceOf(newAccount()));
    await changed.attention.sweep();
    expect(await items()).toEqual([TOLD]);

    const served = later(serviceOf({ ...newAccount(), former: [oldAccount()] }));
    expect(await served.checkAttempt(id)).toBe(true);
    expect((await row(id)).state).toBe("authorised");
    await served.attention.sweep();
    expect(await items()).toEqual([]);
    expect(await newGateway.sent("retrievalTrans")).toBe(0);
  });

  test("what goes on under a key that is not configured any more is told once, until it ends", async () => {
    const told = (key: string) =>
      stage.pg("acquiring_attention_item").where({ kind: "account_changed", subject: key, cleared_at: null });
    const [id = ""] = await stage.authorised(1);
    const change = (columns: object) => stage.pg("acquiring_payment_attempt").where({ id }).update(columns);
    await change({ account: "renamed" });
    const service = serviceOf(newAccount());
    await service.attention.sweep();
    const [item] = await told("renamed");
    expect(item.message).toMatch(/^1 open payment of "renamed" went to .* Add "accounts\.renamed" again, as it was\.$/);
    await service.attention.dismiss(item.id, "user_1", "Closed with the gateway");
    await service.attention.sweep();
    expect(await told("renamed")).toEqual([]);

    // A month later, and a year later, when no authorisation is valid any more.
    service.useClock(() => new Date(Date.now() + 32 * DAY));
    await service.attention.sweep();
    expect(await told("renamed")).toHaveLength(1);
    await change({ account: "long_gone" });
    service.useClock(() => new Date(Date.now() + 366 * DAY));
    await service.attention.sweep();
    expect(await told("long_gone")).toEqual([]);
  });

  test("what the hourly check of a subscription raises of a removed or changed account stays open while it goes on", async () => {
    const [id = ""] = await stage.authorised(1);
    const account = "subscribed";
    const state = { state: "captured", captured: 10_000, next_check_at: null };
    await stage
      .pg("acquiring_payment_attempt")
      .where({ id })
      .update({ account, ...state });
    for (const migration of await allMigrations("acquiring_subscription"))
      for (const sql of await statements(migration)) await stage.pg.raw(sql);
    const raw = { raw_amount: JSON.stringify({ value: "10000", precision: 20 }) };
    const due = { state: "active", attempt_id: id, next_check_at: new Date() };
    await insertRow(stage.pg, "acquiring_subscription", { id: "acqsub_1", account, ...due, ...raw });
    const service = serviceOf(newAccount());
    const item = (kind: string, subject: string) =>
      stage.pg("acquiring_attention_item").where({ kind, subject }).orderBy("raised_at", "desc").first();
    expect(await service.checkAttempt(id)).toBe(false);
    await service.attention.sweep();
    expect(await item("query_refused", account)).toMatchObject({ cleared_at: null });

    await stage.pg("acquiring_payment_attempt").where({ id }).update({ account: "main" });
    await stage.pg("acquiring_attention_item").where({ kind: "account_changed" }).del();
    await stage.pg("acquiring_payment_attempt").whereNot({ id }).update({ next_check_at: null, state: "voided" });
    expect(await service.checkAttempt(id)).toBe(false);
    await service.attention.sweep();
    expect(await item("account_changed", "main")).toMatchObject({ cleared_at: null });

    const { id: itemId } = await item("account_changed", "main");
    await service.attention.dismiss(itemId, "user_1", "Closed with the gateway");
    await service.checkAttempt(id);
    await service.attention.sweep();
    expect(await item("account_changed", "main")).toMatchObject({ id: itemId, cleared_reason: "dismissed" });
    // A month later.
    service.useClock(() => new Date(Date.now() + 32 * DAY));
    await service.checkAttempt(id);

    await stage.pg("acquiring_subscription").update({ next_check_at: null });
    await service.attention.sweep();
    expect(await item("query_refused", account)).toMatchObject({ cleared_reason: "nothing_waits" });
    expect(await item("account_changed", "main")).toMatchObject({ cleared_reason: "solved" });
  });

  test("an old payment keeps the profile of its own account: how it is captured, and until when", async () => {
    const [id = ""] = await stage.authorised(1);
    const { account, gateway_identity: identity } = await row(id);
    const inParts = { profile: { capture: { multiple: true, authorisationValidDays: 10 } } };
    const served = serviceOf({ ...newAccount(), ...inParts, former: [oldAccount()] });
    expect(served.placesCapturingInParts()).not.toContain(`${account} ${identity}`);
    expect(served.accountOf(await row(id))?.profile.capture).toMatchObject({
      multiple: false,
      authorisationValidDays: 7,
    });
    const reversed = serviceOf({ ...newAccount(), former: [{ ...oldAccount(), ...inParts }] });
    expect(reversed.placesCapturingInParts()).toContain(`${account} ${identity}`);

    const expiring = () =>
      stage.pg("acquiring_attention_item").where({ kind: "expiring_authorisation", attempt_id: id });
    for (const service of [served, reversed]) service.useClock(() => new Date(Date.now() + 6.5 * DAY));
    await reversed.attention.sweep();
    expect(await expiring()).toEqual([]);
    await served.attention.sweep();
    expect(await expiring()).toEqual([expect.objectContaining({ cleared_at: null })]);

    const [other = ""] = await stage.authorised(1);
    const forgotten = serviceOf(newAccount());
    forgotten.useClock(() => new Date(Date.now() + 6.5 * DAY));
    await forgotten.attention.sweep();
    const items = await stage.pg("acquiring_attention_item").where({ kind: "expiring_authorisation" });
    expect(items.map(({ attempt_id: of }) => of)).toContain(other);
  });

  test.each(["capture", "void", "refund"] as const)(
    "a %s of an old payment goes to the gateway that has it, or nowhere",
    async (kind) => {
      const [id = ""] = await stage.authorised(1);
      const write = { attemptId: id, amount: 4_000n, actor: "admin", actorId: null } as const;
      if (kind === "refund")
        await serviceOf(oldAccount()).gate.run({ ...write, kind: "capture", idempotencyKey: `first_${id}` });
      const intent = { ...write, kind, amount: kind === "void" ? null : write.amount, idempotencyKey: `old_${id}` };
      const refused = await serviceOf(newAccount()).gate.run(intent);
      expect(refused).toMatchObject({ kind: "refused", reason: { code: "account_changed" } });
      expect(await stage.pg("acquiring_operation").where({ idempotency_key: `old_${id}` })).toEqual([]);

      const served = serviceOf({ ...newAccount(), former: [oldAccount()] });
      expect(["settled", "pending"]).toContain((await served.gate.run(intent)).kind);
      const wire = kind === "void" ? "cancel" : kind;
      expect([
        await newGateway.sent(wire),
        (await stage.gateway.requests()).some(({ operation }) => operation === wire),
      ]).toEqual([0, true]);
    },
  );

  test("32 two servers with different options: each payment is queried where it was sent", async () => {
    const { id } = await unknownAtOld();
    const before = later(serviceOf(oldAccount()));
    const changed = later(serviceOf({ ...newAccount(), former: [oldAccount()] }));
    const session = `payses_changed_${String((sessions += 1))}`;
    expect((await changed.pay(cardPayment(session, `cart_${session}`))).state).toBe("authorised");
    const { id: newer } = await stage.pg("acquiring_payment_attempt").where({ session_id: session }).first();
    expect(await before.checkAttempt(newer)).toBe(false);
    expect(await changed.checkAttempts([id, newer])).toEqual([]);
    expect([(await row(id)).state, (await row(newer)).state]).toEqual(["authorised", "authorised"]);
  });

  test("a moved gateway is the same account: its payments are queried at the new address", async () => {
    const { id } = await unknownAtOld();
    const front = later(
      serviceOf({
        ...oldAccount(),
        baseUrl: `${stage.gateway.url}/`.replace("127.0.0.1", "localhost"),
        movedFrom: [stage.gateway.url],
      }),
    );
    expect(await front.checkAttempt(id)).toBe(true);
    expect((await row(id)).state).toBe("authorised");
  });

  test("a payment from before identities were stored belongs to the account of the first start that stored them", async () => {
    const { id } = await unknownAtOld();
    await stage.pg("acquiring_payment_attempt").where({ id }).update({ gateway_identity: "" });
    expect(await later(serviceOf(newAccount())).checkAttempt(id)).toBe(false);
    expect(await later(serviceOf(oldAccount())).checkAttempt(id)).toBe(true);
  });

  test("32 once a server has started, such a payment keeps the profile of that account", async () => {
    const inParts = { profile: { capture: { multiple: true } } };
    const served = serviceOf({ ...newAccount(), former: [{ ...oldAccount(), ...inParts }] });
    await serviceOf(oldAccount()).__hooks.onApplicationStart();
    await served.__hooks.onApplicationStart();
    expect(served.accountOf({ account: "main", gateway_identity: "" })?.profile.capture.multiple).toBe(true);
    expect(served.placesCapturingInParts()).toContain("main ");
  });

  describe("a card that was saved with both accounts", () => {
    const MORE = { brand: "visa", expiryMonth: "12", expiryYear: "2099", firstName: "Ada", lastName: "Lovelace" };
    /** A card of Ada's with a token of this account. */
    const cardOf = (
      service: AcquiringModuleService,
      customerId: string,
      token: string,
      last4 = "1111",
    ): NewSavedCard => ({
      ...{ account: "main", gatewayIdentity: service.imports.identityOf("main"), customerId, token, ...MORE },
      mask: `411111******${last4}`,
    });
    const both = () => {
      const current = serviceOf({ ...newAccount(), former: [oldAccount()] });
      return { current, old: serviceOf(oldAccount()) };
    };

    test("a late token of the former account does not replace the current one", async () => {
      const { current, old } = both();
      const kept = await current.savedCards.keep(cardOf(current, "cus_late", "tok_late_new"));
      expect(await current.savedCards.keep(cardOf(old, "cus_late", "tok_late_old"))).toBeNull();
      expect((await current.savedCards.usable("cus_late", kept ?? ""))?.token).toBe("tok_late_new");
      // The other way round it is renewed.
      const before = await current.savedCards.keep(cardOf(old, "cus_before", "tok_before_old"));
      expect(await current.savedCards.keep(cardOf(current, "cus_before", "tok_before_new"))).toBe(before);
      expect((await current.savedCards.usable("cus_before", before ?? ""))?.token).toBe("tok_before_new");
    });

    test("an import stores the current account's token beside a former account's cards, also beside twenty", async () => {
      const { current, old } = both();
      for (let index = 0; index < MOST_CARDS; index += 1)
        await old.savedCards.keep(cardOf(old, "cus_moved", `tok_moved_${String(index)}`, String(1000 + index)));
      const card = cardOf(current, "cus_moved", "tok_moved_new", "1000");
      expect(await current.savedCards.importable(card)).toEqual({ kind: "imported" });
      expect(await current.savedCards.import(card, "user_1")).toEqual({ kind: "imported" });
      expect(await current.savedCards.import(card, "user_1")).toEqual({ kind: "present" });
      expect(await current.savedCards.import({ ...card, token: "tok_moved_2" }, "user_1")).toEqual({ kind: "present" });
      expect(await current.savedCards.list("cus_moved")).toHaveLength(1);
    });

    test("a late token of the former account removes no card of the current one", async () => {
      const { current, old } = both();
      for (let index = 0; index < MOST_CARDS; index += 1)
        await current.savedCards.keep(cardOf(current, "cus_full", `tok_full_${String(index)}`, String(1000 + index)));
      await current.savedCards.keep(cardOf(old, "cus_full", "tok_full_old"));
      expect(await current.savedCards.list("cus_full")).toHaveLength(MOST_CARDS);
    });
  });

  test("a token of the old account is neither offered nor sent to the new one", async () => {
    const [id = ""] = await stage.authorised(1);
    const { gateway_identity: gatewayIdentity } = await row(id);
    const card = { account: "main", gatewayIdentity, customerId: "cus_1", token: "tok_old", mask: "411111******1111" };
    const more = { brand: "visa", expiryMonth: "12", expiryYear: "2099", firstName: "Ada", lastName: "Lovelace" };
    const kept = await serviceOf(oldAccount()).savedCards.keep({ ...card, ...more });
    const { savedCards } = serviceOf(newAccount());
    expect([await savedCards.list("cus_1"), await savedCards.usable("cus_1", kept ?? "")]).toEqual([[], null]);
    expect((await serviceOf(oldAccount()).savedCards.usable("cus_1", kept ?? ""))?.token).toBe("tok_old");
  });
});

const fieldsOf = ({ merchantId, accountId }: typeof OLD): Record<string, string> => ({
  merchant_id: merchantId,
  account_id: accountId,
});
const received = (service: AcquiringModuleService, body: Buffer, contentType: string): Promise<Receipt> =>
  service.receiveNotification({ account: "main", contentType, body });
/** Taken with a good signature; answers what became of it. */
async function applied(service: AcquiringModuleService, receipt: Receipt): Promise<string> {
  expect([receipt.status, typeof receipt.inboxId]).toEqual([200, "string"]);
  return service.applyInbox(receipt.inboxId ?? "");
}

describe("a payment's notification arrives after the account was changed", () => {
  const FORM = "application/x-www-form-urlencoded";

  /** What `account` says about the payment of that order number, signed with its own key. */
  async function message(account: typeof OLD, session: string, note: string): Promise<Buffer> {
    const { order_no: orderNo } = await stage.pg("acquiring_payment_attempt").where({ session_id: session }).first();
    const [transaction] = (await stage.gateway.state()).transactions;
    const fields: Record<string, string> = {
      ...fieldsOf(account),
      order_no: orderNo,
      transaction_id: transaction?.transaction_id ?? "",
      currency: "EUR",
      amount: transaction?.amount ?? "",
      order_status: "1",
      result_info: "0000:Success",
      note,
    };
    const [key = ""] = account.signingKeys;
    return Buffer.from(
      new URLSearchParams({ ...fields, encryption_data: signFields("result", fields, key) }).toString(),
    );
  }

  test("one of the former account is accepted while that is listed, and settles the payment at its own gateway", async () => {
    const { id, session } = await unknownAtOld();
    const changed = serviceOf(newAccount());
    expect(await received(changed, await message(OLD, session, "not listed"), FORM)).toMatchObject({
      status: 400,
      inboxId: null,
    });
    expect((await row(id)).state).toBe("unknown");

    const served = serviceOf({ ...newAccount(), former: [oldAccount()] });
    const receipt = await received(served, await message(OLD, session, "listed"), FORM);
    expect(await applied(served, receipt)).toBe("applied");
    expect((await row(id)).state).toBe("authorised");
    expect([await newGateway.sent("retrievalTrans"), await stage.gateway.sent("retrievalTrans")]).toEqual([
      0,
      expect.any(Number),
    ]);
  });

  test("one that was stored before the change waits for its account to be listed again", async () => {
    const { id, session } = await unknownAtOld();
    const { inboxId, status } = await received(serviceOf(oldAccount()), await message(OLD, session, "early"), FORM);
    expect(status).toBe(200);
    const changed = serviceOf(newAccount());
    expect(await changed.applyInbox(inboxId ?? "")).toBe("waiting");
    expect((await row(id)).state).toBe("unknown");

    const served = serviceOf({ ...newAccount(), former: [oldAccount()] });
    expect(await served.applyInbox(inboxId ?? "")).toBe("applied");
    expect((await row(id)).state).toBe("authorised");
  });

  test("the new account cannot report the former one's payment", async () => {
    const { id, session } = await unknownAtOld();
    const served = serviceOf({ ...newAccount(), former: [oldAccount()] });
    expect(await applied(served, await received(served, await message(NEW, session, "foreign"), FORM))).toBe("refused");
    expect((await row(id)).state).toBe("unknown");
    expect(await newGateway.sent("retrievalTrans")).toBe(0);
    const items = stage.pg("acquiring_attention_item").where({ kind: "order_mismatch", cleared_at: null });
    expect(await items.pluck("message")).toContainEqual(expect.stringContaining("another gateway account"));
  });
});

describe("a payout is open while the account is changed", () => {
  function message(account: typeof OLD, { requestId, currency, minor }: PlainPayout, status: string): Buffer {
    const fields: Record<string, string> = {
      ...fieldsOf(account),
      transaction_id: "T1",
      request_id: requestId,
      payment_currency: currency,
      payment_amount: minor,
      status,
    };
    const [key = ""] = account.signingKeys;
    return Buffer.from(JSON.stringify({ ...fields, encryption_data: signFields("payoutNotification", fields, key) }));
  }
  const told = (service: AcquiringModuleService, body: Buffer): Promise<Receipt> =>
    received(service, body, "application/json");
  const sendOf = async (payout: PlainPayout) => {
    const send = await serviceOf(oldAccount()).payouts.of(payout.payoutId);
    if (!send) throw new Error("It was never sent.");
    return send;
  };

  test("1 one whose response was lost is not sent to the new account, and only its own account can end it", async () => {
    const payout = plainPayout();
    await stage.gateway.fault("payout", "drop-after-apply");
    expect((await serviceOf(oldAccount()).payouts.send(payoutRequest(payout))).kind).toBe("unknown");
    const changed = later(serviceOf(newAccount()));
    await changed.payouts.sweep();
    const { version } = await sendOf(payout);
    expect((await changed.payouts.send(payoutRequest(payout, version))).kind).toBe("unknown");
    expect([await stage.gateway.sent("payout"), await newGateway.sent("payout")]).toEqual([1, 0]);
    expect((await told(changed, message(OLD, payout, "COMPLETED"))).status).toBe(400);

    const served = later(serviceOf({ ...newAccount(), former: [oldAccount()] }));
    expect(await applied(served, await told(served, message(NEW, payout, "COMPLETED")))).toBe("refused");
    expect((await sendOf(payout)).status).toBe("unknown");
    expect(await applied(served, await told(served, message(OLD, payout, "COMPLETED")))).toBe("applied");
    expect((await sendOf(payout)).status).toBe("settled");
  });

  test("one that was never sent goes to the new account, once, and belongs to it from then on", async () => {
    const payout = plainPayout();
    const away = serviceOf({ ...oldAccount(), baseUrl: "http://127.0.0.1:1" });
    expect((await away.payouts.send(payoutRequest(payout))).kind).toBe("not_sent");
    const { version } = await sendOf(payout);
    const served = serviceOf({ ...newAccount(), former: [oldAccount()] });
    const again = () => served.payouts.send(payoutRequest(payout, version));
    expect([(await again()).kind, (await again()).kind]).toEqual(["pending", "pending"]);
    expect([await stage.gateway.sent("payout"), await newGateway.sent("payout")]).toEqual([0, 1]);
    expect((await sendOf(payout)).gateway_identity).toContain(NEW.merchantId);

    expect(await applied(served, await told(served, message(OLD, payout, "COMPLETED")))).toBe("refused");
    expect((await sendOf(payout)).status).toBe("pending");
    expect(await applied(served, await told(served, message(NEW, payout, "COMPLETED")))).toBe("applied");
    expect((await sendOf(payout)).status).toBe("settled");
  });

  const unsent = ({ payoutId, requestId, currency, minor }: PlainPayout) => ({
    ...{ payoutId, requestId, currency, account: "main", amountMinor: BigInt(minor), payloadHash: "2026-11:x" },
  });

  test("31 one held after lost commits has the current account, and any account of the key can report it", async () => {
    const served = serviceOf({ ...newAccount(), former: [oldAccount()] });
    const away = serviceOf({ ...oldAccount(), baseUrl: "http://127.0.0.1:1" });
    const [lost, repeated, decided] = [plainPayout(), plainPayout(), plainPayout()];
    expect((await away.payouts.send(payoutRequest(repeated))).kind).toBe("not_sent");
    for (const payout of [lost, repeated, decided]) {
      expect(await served.payouts.hold(unsent(payout))).toBe(true);
      expect((await sendOf(payout)).gateway_identity).toContain(NEW.merchantId);
    }
    expect(await applied(served, await told(served, message(NEW, lost, "COMPLETED")))).toBe("applied");
    expect((await sendOf(lost)).status).toBe("settled");
    expect(await applied(served, await told(served, message(OLD, repeated, "PROCESSING")))).toBe("applied");
    expect(await sendOf(repeated)).toMatchObject({
      status: "pending",
      gateway_identity: expect.stringContaining(OLD.merchantId),
    });

    const decision = {
      payoutId: decided.payoutId,
      outcome: "not_paid",
      actorId: "user_ada",
      note: "Not there.",
    } as const;
    expect((await served.payouts.decide(decision)).kind).toBe("decided");
    expect(await applied(served, await told(served, message(OLD, decided, "COMPLETED")))).toBe("applied");
    const settled = {
      status: "settled",
      contradiction: "paid",
      gateway_identity: expect.stringContaining(OLD.merchantId),
    };
    expect(await sendOf(decided)).toMatchObject(settled);
    // Its account is known from then on.
    expect(await applied(served, await told(served, message(NEW, decided, "FAILED")))).toBe("refused");
    expect(await sendOf(decided)).toMatchObject(settled);
  });

  test("one withdrawn before it was sent has the current account, which can still report it", async () => {
    const served = serviceOf({ ...newAccount(), former: [oldAccount()] });
    const payout = plainPayout();
    const stop = { ...unsent(payout), by: "user_grace", note: "Not now." };
    expect(await served.payouts.stop(stop)).toEqual({ kind: "stopped" });
    expect((await sendOf(payout)).gateway_identity).toContain(NEW.merchantId);
    expect(await applied(served, await told(served, message(OLD, payout, "COMPLETED")))).toBe("refused");
    expect(await applied(served, await told(served, message(NEW, payout, "COMPLETED")))).toBe("applied");
    expect(await sendOf(payout)).toMatchObject({ status: "settled", contradiction: "paid" });
  });
});

test("no key of the options is the route of a former account", () => {
  expect(formerRoute({ key: "main", baseUrl: "https://old.example", ...OLD } as never)).toBe(
    "main https://old.example 100001 100001001",
  );
});
