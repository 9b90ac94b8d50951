import type { Knex } from "knex";
import type { Answer, PayoutApi, SendView } from "../../src/modules/acquiring_payout/payout-api";
import type { PayoutInput } from "../../src/modules/acquiring_payout/inputs";
import type { BeneficiaryRow, PayoutRow } from "../../src/modules/acquiring_payout/rows";
import { lockLimits } from "../../src/modules/acquiring_payout/store/limit-usage";
import type { PayoutRoom } from "../support/payout-room";
import {
  ADA,
  approve,
  approved,
  beneficiaryOf,
  done,
  everybody,
  GRACE,
  HOUR,
  IBAN,
  inBook,
  MAKER,
  newKey,
  payoutOf,
  payoutRoom,
  submitted,
} from "../support/payout-room";
import { isSomebodyWaiting, until } from "../support/waiting";

/** The payout service with its own Postgres: who may do what, concurrently and in any order. */
let room: PayoutRoom;
let pg: Knex;
let payoutService: PayoutApi;
/** Another server over the same database. */
let twin: PayoutApi;
let book: BeneficiaryRow;

beforeAll(async () => {
  room = await payoutRoom("payout_desk");
  pg = room.pg;
});
afterAll(() => room.close());
beforeEach(async () => {
  room.at(0);
  payoutService = room.payoutService();
  // Later than all that an earlier test sent or approved: both count against the limits.
  epoch += 1;
  room.at(epoch * 200 * HOUR);
  for (const id of await payoutService.payouts.expiring(1000)) await payoutService.payouts.expire(id);
  book = await inBook(payoutService, {
    bank_details: { ...beneficiaryOf().bank_details, iban: IBANS[epoch % IBANS.length] },
  });
  later(25);
  twin = room.payoutService();
});

let epoch = 0;
const IBANS = [IBAN, "GB33BUKB20201555555555", "FR1420041010050500013M02606", "NL91ABNA0417164300"];
/** So many hours after the test began. */
const later = (hours: number): void => room.at((epoch * 200 + hours) * HOUR);

const kinds = (answers: readonly { readonly kind: string }[]): string[] => answers.map(({ kind }) => kind).sort();
const messageOf = (answer: Answer<object>): string => ("message" in answer ? String(answer.message) : "done");
const stateOf = async ({ id }: { readonly id: string }): Promise<string | undefined> =>
  (await payoutService.payouts.byId(id))?.state;
const eventsOf = async (id: string): Promise<string[]> =>
  (await payoutService.payouts.eventsOf(id, 50)).map(({ kind }) => kind).reverse();
const claim = (id: string, by = payoutService): ReturnType<PayoutApi["payouts"]["claimForSending"]> =>
  by.payouts.claimForSending(id, everybody);
const resume = (id: string): ReturnType<PayoutApi["payouts"]["resume"]> => payoutService.payouts.resume(id, everybody);

test("a payout goes from the draft to the gateway and to its end, and the audit trail records each step", async () => {
  const payout = await approved(payoutService, book.id);
  expect(payout).toMatchObject({ state: "approved", approvals: 1, amount: "100000" });
  expect(await payoutService.payouts.due(100)).toContain(payout.id);
  const answer = await claim(payout.id);
  if (answer.kind !== "claimed") throw new Error(answer.kind);
  expect(answer.send).toMatchObject({ requestId: payout.request_id, amountMinor: 100_000n, actorId: ADA.id });
  expect(answer.send.request()).toMatchObject({
    money: { minor: 100_000n, currency: "EUR" },
    clientData: "client-secret-data",
    beneficiary: { company_name: "Muster GmbH", bank_details: { swift_code: "DEUTDEFF" } },
  });
  await payoutService.payouts.followed(payout.id, send("pending", 1));
  await payoutService.payouts.followed(payout.id, send("settled", 2));
  expect(await eventsOf(payout.id)).toEqual(["created", "submitted", "approved", "sending", "pending", "paid"]);
});

const send = (status: SendView["status"], version: number, reading: string | null = null): SendView => ({
  ...{
    status,
    version,
    reading,
    raw_status: "RAW",
    transaction_id: "77",
    short_reference: "S77",
    failure_reason: null,
    result_message: null,
    sends: version,
  },
});

describe("22 another person approves", () => {
  test("never by anyone who prepared, edited or submitted it, wrote its account, or uses an API key", async () => {
    const own = await submitted(payoutService, book.id);
    expect(await approve(payoutService, own, MAKER)).toMatchObject({
      code: "forbidden",
      message: expect.stringMatching(/prepared/),
    });
    const edited = done(
      await payoutService.payouts.edit(GRACE, own.id, {
        input: payoutOf(book.id, { reference: "INV-2" }),
        version: own.version,
      }),
    ).payout;
    const again = done(await payoutService.payouts.submit(MAKER, own.id, edited.payload_hash)).payout;
    expect(messageOf(await approve(payoutService, again, GRACE))).toMatch(/prepared/);
    const key = { id: "apk_1", type: "api-key", email: null, ownerId: ADA.id } as const;
    expect(messageOf(await approve(payoutService, again, { ...key, id: ADA.id }))).toMatch(/not by an API key/);
    expect(messageOf(await approve(payoutService, again, { ...ADA, id: "user_x", email: "x@shop.example" }))).toMatch(
      /payout\.approvers/,
    );
    expect(messageOf(await approve(payoutService, again, { ...ADA, hasPolicy: false }))).toMatch(/role/);
    expect(done(await approve(payoutService, again)).payout.state).toBe("approved");

    const byKey = done(await payoutService.payouts.create(key, payoutOf(book.id))).payout;
    expect(messageOf(await payoutService.payouts.submit(key, byKey.id, byKey.payload_hash))).toMatch(
      /not by an API key/,
    );
    const seen = done(await payoutService.payouts.submit(MAKER, byKey.id, byKey.payload_hash)).payout;
    // The key is hers: what it prepared she prepared.
    expect(messageOf(await approve(payoutService, seen))).toMatch(/prepared/);

    const hersAlone = { ...beneficiaryOf().bank_details, iban: "BE68539007547034" };
    const hers = done(
      await payoutService.beneficiaries.create(ADA, beneficiaryOf({ bank_details: hersAlone })),
    ).beneficiary;
    expect(messageOf(await approve(payoutService, await submitted(payoutService, hers.id)))).toMatch(
      /entered its bank account/,
    );
  });

  test("two who approve at once are two, one who does so ten times is one", async () => {
    const strict = room.payoutService({ approvalsNeeded: 2 });
    const payout = await submitted(strict, book.id);
    const answers = await Promise.all(Array.from({ length: 10 }, () => approve(strict, payout)));
    expect(kinds(answers)).toEqual(["done", ...Array.from({ length: 9 }, () => "refused")]);
    expect(await stateOf(payout)).toBe("submitted");
    await Promise.all([approve(strict, payout, GRACE), approve(strict, payout, GRACE)]);
    expect(await payoutService.payouts.byId(payout.id)).toMatchObject({ state: "approved", approvals: 2 });
    // Where one is enough the second comes too late, and changes nothing.
    const single = await submitted(payoutService, book.id);
    expect(kinds(await Promise.all([approve(payoutService, single), approve(twin, single, GRACE)]))).toEqual([
      "done",
      "refused",
    ]);
    expect(await eventsOf(single.id)).toEqual(["created", "submitted", "approved"]);
  });

  test("an approver confirms a payout whose approvals are enough since fewer are needed, and nobody counts twice", async () => {
    const strict = room.payoutService({ approvalsNeeded: 2 });
    const payout = await submitted(strict, book.id);
    await approve(strict, payout);
    expect(messageOf(await approve(strict, payout))).toMatch(/already approved/);
    const question = { beneficiaryId: book.id, approvableBy: ADA };
    expect([await strict.payouts.count(question), await payoutService.payouts.count(question)]).toEqual([0, 1]);
    expect((await payoutService.payouts.allowed(ADA, [payout])).get(payout.id)?.approve.allowed).toBe(true);
    expect(done(await approve(payoutService, payout)).payout).toMatchObject({ state: "approved", approvals: 1 });
    expect((await payoutService.payouts.approvalsOf([payout.id])).get(payout.id)).toHaveLength(1);
    expect(await eventsOf(payout.id)).toEqual(["created", "submitted", "approved", "approved"]);
    expect((await claim(payout.id)).kind).toBe("claimed");
  });

  test("approve and edit at once: what is approved is what was seen, or nothing", async () => {
    for (let round = 0; round < 10; round += 1) {
      const payout = await submitted(payoutService, book.id, { amount: "10.00" });
      const change = { input: payoutOf(book.id, { amount: "4999.00" }), version: payout.version };
      const [yes, edit] = await Promise.all([
        approve(payoutService, payout),
        twin.payouts.edit(MAKER, payout.id, change),
      ]);
      expect(kinds([yes, edit])).toEqual(["done", "refused"]);
      const row = await payoutService.payouts.byId(payout.id);
      expect([row?.state, row?.amount, row?.approvals]).toEqual(
        yes.kind === "done" ? ["approved", "1000", 1] : ["draft", "499900", 0],
      );
      await payoutService.payouts.withdraw(MAKER, payout.id, "round over");
    }
  });

  test("a hash of an earlier version is refused, and rows that were changed by hand are not sent", async () => {
    const payout = await submitted(payoutService, book.id);
    expect(await payoutService.payouts.approve(ADA, payout.id, { payloadHash: "one:other" })).toMatchObject({
      code: "changed",
    });
    const tampered = await approved(payoutService, book.id);
    await pg("acquiring_payout").where({ id: tampered.id }).update({ amount: "500001" });
    expect(await claim(tampered.id)).toMatchObject({
      kind: "fell_back",
      message: expect.stringMatching(/no longer matches/),
    });
    expect(await payoutService.payouts.byId(tampered.id)).toMatchObject({ state: "submitted", approvals: 0 });
    expect(messageOf(await approve(payoutService, tampered, GRACE))).toMatch(/no longer matches/);
    // Of another unit of amounts nothing was approved.
    expect(
      await claim((await approved(payoutService, book.id)).id, room.payoutService({ amountUnit: "minor" })),
    ).toMatchObject({
      kind: "fell_back",
    });
  });

  test("an approval that someone wrote into the table is invalid, and a real one counts for its payout, person and version only", async () => {
    const APPROVALS = "acquiring_payout_approval";
    const payout = await submitted(payoutService, book.id);
    const real = await approved(payoutService, book.id);
    const { id: _id, ...row } = await pg(APPROVALS).where({ payout_id: real.id }).first();
    const forged = { ...row, id: `forged_${payout.id}`, payout_id: payout.id, payload_hash: payout.payload_hash };
    await pg(APPROVALS).insert(forged);
    await pg("acquiring_payout").where({ id: payout.id }).update({ state: "approved", approvals: 1 });
    expect((await payoutService.payouts.approvalsOf([payout.id])).size).toBe(0);
    expect(await claim(payout.id)).toMatchObject({
      kind: "fell_back",
      message: expect.stringMatching(/needs more approvals/),
    });
    await pg(APPROVALS).where({ id: forged.id }).update({ seal: null });
    // What stands in her way is not hers.
    expect(done(await approve(payoutService, payout)).payout).toMatchObject({ state: "approved", approvals: 1 });
    expect((await claim(payout.id)).kind).toBe("claimed");
    for (const change of [{ actor_id: GRACE.id }, { version: 9 }, { at: new Date(0) }, { seal: "one:none" }]) {
      await pg(APPROVALS).where({ payout_id: real.id }).update(change);
      expect((await payoutService.payouts.approvalsOf([real.id])).size).toBe(0);
      const { actor_id, version, at, seal } = row;
      await pg(APPROVALS).where({ payout_id: real.id }).update({ actor_id, version, at, seal });
    }
    expect((await claim(real.id)).kind).toBe("claimed");
  });

  test("an approval by someone who lost the right before the send does not count", async () => {
    const ways: readonly (readonly [PayoutApi, Parameters<PayoutApi["payouts"]["claimForSending"]>[1]])[] = [
      [room.payoutService({ approvers: [GRACE.id] }), everybody],
      [payoutService, () => Promise.resolve([])],
      [payoutService, () => Promise.resolve([{ ...ADA, hasPolicy: false }])],
      [room.payoutService({ approvalsNeeded: 2 }), everybody],
    ];
    for (const [by, directory] of ways) {
      const payout = await approved(payoutService, book.id);
      expect(await by.payouts.claimForSending(payout.id, directory)).toMatchObject({ kind: "fell_back" });
      expect(await stateOf(payout)).toBe("submitted");
      expect((await eventsOf(payout.id)).at(-1)).toBe("approval_withdrawn");
      await payoutService.payouts.withdraw(MAKER, payout.id, "done with it");
    }
  });

  test("a beneficiary that was changed or blocked meanwhile is not paid", async () => {
    const [changed, blocked] = [await approved(payoutService, book.id), await approved(payoutService, book.id)];
    const mask = (await payoutService.payouts.byId(changed.id))?.beneficiary_mask;
    const input = beneficiaryOf({ company_name: "Muster AG", bank_details: { iban: "NO9386011117947" } });
    done(await payoutService.beneficiaries.revise(MAKER, book.id, { input, version: 1 }));
    expect(await claim(changed.id)).toMatchObject({ kind: "fell_back", message: expect.stringMatching(/was changed/) });
    // It goes on showing the account that it was prepared for.
    expect((await payoutService.payouts.byId(changed.id))?.beneficiary_mask).toBe(mask);
    expect((await payoutService.beneficiaries.byId(book.id))?.account_mask).not.toBe(mask);
    done(await payoutService.beneficiaries.block(GRACE, book.id, "Called them: not theirs."));
    expect(await claim(blocked.id)).toMatchObject({ kind: "fell_back", message: expect.stringMatching(/blocked/) });
    expect(messageOf(await payoutService.payouts.create(MAKER, payoutOf(book.id)))).toMatch(/blocked/);
  });

  test("a blocked account is not paid through another beneficiary, also if it is blocked during the claim", async () => {
    const bank = { ...beneficiaryOf().bank_details, iban: "LU280019400644750000" };
    const same = await inBook(payoutService, { company_name: "Muster & Co", bank_details: bank });
    const twinOfSame = await inBook(payoutService, { bank_details: { ...bank, iban: "LU28 0019 4006 4475 0000" } });
    later(50);
    const [first, second] = [await approved(payoutService, same.id), await approved(payoutService, same.id)];
    const [open, asked] = [await submitted(payoutService, same.id), payoutOf(same.id)];
    const draft = done(await payoutService.payouts.create(MAKER, asked)).payout;
    const found = async (): Promise<string[]> => {
      const page = { by: "created_at", direction: "desc", limit: 10, offset: 0 } as const;
      const rows = await payoutService.payouts.page({ beneficiaryId: same.id, approvableBy: ADA }, page);
      return rows.map(({ id }) => id);
    };
    const mayApprove = async (): Promise<boolean | undefined> =>
      (await payoutService.payouts.allowed(ADA, [open])).get(open.id)?.approve.allowed;
    expect([await found(), await mayApprove()]).toEqual([[open.id], true]);
    const row = { id: twinOfSame.id };
    const claiming = await pg.transaction(async (trx) => {
      await trx("acquiring_beneficiary").where(row).update({ blocked_at: new Date() });
      const one = claim(first.id);
      const isOver = one.then(() => true);
      await until(async () => (await isSomebodyWaiting(pg)) || Promise.race([isOver, Promise.resolve(false)]));
      return { one };
    });
    const sayingSo = /another beneficiary with the same account is blocked/i;
    expect(await claiming.one).toMatchObject({ kind: "fell_back", message: expect.stringMatching(sayingSo) });
    expect(await claim(second.id)).toMatchObject({ kind: "fell_back", message: expect.stringMatching(sayingSo) });
    expect(messageOf(await approve(payoutService, open))).toMatch(sayingSo);
    expect(messageOf(await payoutService.payouts.submit(MAKER, draft.id, draft.payload_hash))).toMatch(sayingSo);
    expect(await payoutService.payouts.check(asked)).toMatchObject([
      { path: "beneficiary_id", message: expect.stringMatching(sayingSo) },
    ]);
    expect([await found(), await mayApprove()]).toEqual([[], false]);
    done(await payoutService.beneficiaries.unblock(MAKER, twinOfSame.id, "Theirs after all."));
    expect([(await found()).length, await mayApprove()]).toEqual([3, true]);
    expect(await payoutService.payouts.check(asked)).toEqual([]);
  });
});

describe("22 it is sent once, in time and within limits", () => {
  test("ten servers claim one payout once, and one that is withdrawn at that time is sent or not", async () => {
    const payout = await approved(payoutService, book.id);
    const claims = await Promise.all(Array.from({ length: 10 }, () => claim(payout.id)));
    expect(kinds(claims)).toEqual(["claimed", ...Array.from({ length: 9 }, () => "nothing")]);
    for (let round = 0; round < 10; round += 1) {
      const one = await approved(payoutService, book.id, { amount: "1.00" });
      const [sent, withdrawn] = await Promise.all([claim(one.id), twin.payouts.withdraw(MAKER, one.id, "stop")]);
      expect([sent.kind, withdrawn.kind, await stateOf(one)]).toEqual(
        sent.kind === "claimed" ? ["claimed", "refused", "sending"] : ["nothing", "done", "withdrawn"],
      );
    }
  });

  test("of ten that are approved and sent at once only those within the day's limit are sent", async () => {
    const many = await Promise.all(
      Array.from({ length: 10 }, async (_, index) => {
        const iban = index % 2 === 0 ? IBAN : "NL91ABNA0417164300";
        const to = await inBook(payoutService, { bank_details: { ...beneficiaryOf().bank_details, iban } });
        return submitted(payoutService, to.id, { amount: "3000.00" });
      }),
    );
    later(50);
    const answers = await Promise.all(many.map((payout) => approve(payoutService, payout)));
    expect(kinds(answers).filter((kind) => kind === "done")).toHaveLength(3);
    // The limit was lowered after the approvals: it counts when the money leaves.
    const tight = room.payoutService({
      limits: { EUR: { payout: "5000.00", day: "6000.00", beneficiary: "6000.00" } },
    });
    const claims = await Promise.all(many.map(({ id }) => claim(id, tight)));
    expect(kinds(claims).filter((kind) => kind !== "nothing")).toEqual(["claimed", "claimed", "waits"]);
    expect(await payoutService.payouts.leftToday("EUR")).toBe(100_000n);
    later(75);
    for (const [index, payout] of many.entries())
      if (claims[index]?.kind === "waits") expect((await claim(payout.id)).kind).toBe("claimed");
  });

  test("two claimed together are within the limits, also if the database reads repeatably by default", async () => {
    const first = await approved(payoutService, book.id, { amount: "4000.00" });
    const second = await approved(payoutService, book.id, { amount: "4000.00" });
    const limits = { EUR: { payout: "5000.00", day: "6000.00", beneficiary: "6000.00" } };
    const { rows } = await pg.raw<{ rows: { name: string }[] }>("SELECT current_database() AS name");
    await pg.raw("ALTER DATABASE ?? SET default_transaction_isolation = 'repeatable read'", [rows[0]?.name ?? ""]);
    try {
      const tight = room.payoutService({ limits }, room.pool(4));
      const holder = await pg.transaction();
      await lockLimits(holder, "EUR");
      const claims = Promise.all([claim(first.id, tight), claim(second.id, tight)]);
      const waiting = pg("pg_locks").where({ locktype: "advisory", granted: false });
      await until(async () => (await waiting.clone()).length === 2);
      await holder.commit();
      expect(kinds(await claims)).toEqual(["claimed", "waits"]);
    } finally {
      await pg.raw("ALTER DATABASE ?? RESET ALL", [rows[0]?.name ?? ""]);
    }
  });

  test("an amount in another currency has limits of its own, and counts towards all in that currency", async () => {
    const wide = { payout: "5000.00", day: "10000.00", beneficiary: "8000.00" };
    const both = room.payoutService({ limits: { EUR: wide, USD: wide } });
    const given = { amount: "1.00", currency: "USD", source_currency: "EUR" };
    const fields = async (more: Partial<PayoutInput>, by = both): Promise<string[]> =>
      (await by.payouts.check(payoutOf(book.id, { ...given, ...more }))).map(({ path }) => path);
    expect(await fields({ source_amount: "5000.01" })).toEqual(["source_amount"]);
    expect(await fields({ currency: "EUR", source_amount: "10.00" })).toEqual(["source_currency"]);
    expect(await fields({ source_amount: "10.00" }, room.payoutService({ limits: { USD: wide } }))).toEqual([
      "source_currency",
    ]);
    expect(await fields({ source_amount: "5000.00" })).toEqual([]);
    const first = await approved(both, book.id, { ...given, source_amount: "5000.00" });
    expect([await both.payouts.leftToday("EUR"), await both.payouts.leftToday("USD")]).toEqual([500_000n, 999_900n]);
    const second = await submitted(both, book.id, { ...given, source_amount: "3000.01" });
    expect(messageOf(await approve(both, second))).toMatch(/one beneficiary in 24 hours, 8000.00 EUR/);
    const plain = await submitted(both, book.id, { amount: "3000.01" });
    expect(messageOf(await approve(both, plain))).toMatch(/one beneficiary in 24 hours, 8000.00 EUR/);
    const tight = room.payoutService({ limits: { EUR: { ...wide, payout: "4999.00" }, USD: wide } });
    expect(await claim(first.id, tight)).toMatchObject({ kind: "fell_back", message: expect.stringMatching(/EUR/) });
  });

  test("what the gateway cannot accept is refused during preparation", async () => {
    const whole = { payoutUnit: "major", profile: { payout: { statuses: {}, majorFractions: "refuse" } } } as const;
    const strict = room.payoutService({ unitOf: () => whole });
    expect(await strict.payouts.check(payoutOf(book.id, { amount: "10.50" }))).toMatchObject([{ path: "amount" }]);
    expect(await strict.payouts.check(payoutOf(book.id, { amount: "10.00" }))).toEqual([]);
  });

  test("a payout that the ledger had once is withdrawn and copied, never changed", async () => {
    const payout = await approved(payoutService, book.id);
    await claim(payout.id);
    await payoutService.payouts.followed(payout.id, { ...send("not_sent", 1), sends: 4 });
    // Later each time: the fourth after eight minutes.
    const { send_after: after, approved_at: at } = (await payoutService.payouts.byId(payout.id)) ?? payout;
    expect((after?.getTime() ?? 0) - (at?.getTime() ?? 0)).toBe(8 * 60_000);
    const back = await claim(payout.id, room.payoutService({ accounts: ["second"] }));
    if (back.kind !== "fell_back") throw new Error(back.kind);
    const change = { input: payoutOf(book.id), version: back.payout.version };
    expect(messageOf(await payoutService.payouts.edit(MAKER, payout.id, change))).toMatch(
      /already been sent to the gateway once/,
    );
  });

  test("two beneficiaries with one account share its limit", async () => {
    const other = await inBook(payoutService, {
      bank_details: { ...beneficiaryOf().bank_details, iban: IBANS[epoch % IBANS.length] },
    });
    later(50);
    expect((await payoutService.beneficiaries.sameAccount([other])).get(other.id)).toBeGreaterThan(0);
    await approved(payoutService, book.id, { amount: "5000.00" });
    expect(
      messageOf(await approve(payoutService, await submitted(payoutService, other.id, { amount: "4000.00" }))),
    ).toMatch(/one beneficiary in 24 hours/);
  });

  test("a beneficiary that is changed after it was paid does not affect the limit of its earlier account", async () => {
    const iban = IBANS[epoch % IBANS.length];
    const other = await inBook(payoutService, { bank_details: { ...beneficiaryOf().bank_details, iban } });
    later(50);
    const paid = await approved(payoutService, book.id, { amount: "5000.00" });
    expect((await claim(paid.id)).kind).toBe("claimed");
    const elsewhere = { ...beneficiaryOf().bank_details, iban: IBANS[(epoch + 1) % IBANS.length] };
    const input = { ...beneficiaryOf(), bank_details: elsewhere };
    done(await payoutService.beneficiaries.revise(MAKER, book.id, { input, version: 1 }));
    expect(
      messageOf(await approve(payoutService, await submitted(payoutService, other.id, { amount: "4000.00" }))),
    ).toMatch(/one beneficiary in 24 hours/);
    await payoutService.payouts.followed(paid.id, send("declined", 1));
  });

  test("31 one held after lost commits counts towards the limits, also if its beneficiary is changed", async () => {
    const iban = IBANS[epoch % IBANS.length];
    const other = await inBook(payoutService, { bank_details: { ...beneficiaryOf().bank_details, iban } });
    later(50);
    // Sent before the database was restored to this state.
    const payout = await submitted(payoutService, book.id, { amount: "5000.00" });
    expect(await payoutService.payouts.followed(payout.id, send("unknown", 1))).toMatchObject({ to: "unknown" });
    const { claimed_at: counted } = (await payoutService.payouts.byId(payout.id)) ?? payout;
    expect(counted).not.toBeNull();
    const own = await submitted(payoutService, book.id, { amount: "4000.00" });
    expect(messageOf(await approve(payoutService, own))).toMatch(/one beneficiary in 24 hours/);
    const elsewhere = { ...beneficiaryOf().bank_details, iban: IBANS[(epoch + 1) % IBANS.length] };
    const input = { ...beneficiaryOf(), bank_details: elsewhere };
    done(await payoutService.beneficiaries.revise(MAKER, book.id, { input, version: 1 }));
    const shared = await submitted(payoutService, other.id, { amount: "4000.00" });
    expect(messageOf(await approve(payoutService, shared))).toMatch(/one beneficiary in 24 hours/);
    // It counts from when it was held, and a later report does not change that.
    later(51);
    await payoutService.payouts.followed(payout.id, send("settled", 2));
    expect((await payoutService.payouts.byId(payout.id))?.claimed_at).toEqual(counted);
    await payoutService.payouts.followed(payout.id, send("declined", 3));
    expect(messageOf(await approve(payoutService, shared))).toBe("done");
  });

  test("an account written as IBAN and as sort code and number is one, and shares the limit", async () => {
    const uk = { swift_code: "BUKBGB22", account_name: "Muster GmbH" };
    const number = { account_number: "55555555", bank_code: "20-20-15", bank_country_code: "GB" };
    const first = await inBook(payoutService, { bank_details: { ...uk, iban: "GB33BUKB20201555555555" } });
    const second = await inBook(payoutService, { bank_details: { ...uk, ...number } });
    later(50);
    expect((await payoutService.beneficiaries.byAccount(number)).map(({ id }) => id)).toEqual(
      expect.arrayContaining([first.id, second.id]),
    );
    await approved(payoutService, first.id, { amount: "5000.00" });
    expect(
      messageOf(await approve(payoutService, await submitted(payoutService, second.id, { amount: "4000.00" }))),
    ).toMatch(/one beneficiary in 24 hours/);
  });

  test("an account whose beneficiaries were written with an older and a newer key shares the limit during rotation", async () => {
    const own = await payoutRoom("payout_key_limits");
    try {
      const [old, young] = [newKey("old"), newKey("young")];
      const before = own.payoutService({ encryptionKeys: [old] });
      const during = own.payoutService({ encryptionKeys: [young, old] });
      const [first, second] = [await inBook(before), await inBook(during)];
      own.at(25 * HOUR);
      await approved(during, first.id, { amount: "3000.00" });
      await approved(during, second.id, { amount: "3000.00" });
      for (const { id } of [first, second])
        expect(messageOf(await approve(during, await submitted(during, id, { amount: "3000.00" })))).toMatch(
          /one beneficiary in 24 hours/,
        );
    } finally {
      await own.close();
    }
  });

  test("nothing is sent to a new or changed beneficiary before its waiting time, and approvals expire", async () => {
    const fresh = await inBook(payoutService);
    const payout = await approved(payoutService, fresh.id);
    expect(await claim(payout.id)).toMatchObject({ kind: "waits" });
    expect(await payoutService.payouts.due(100)).not.toContain(payout.id);
    later(50);
    expect((await claim(payout.id)).kind).toBe("claimed");
    const old = await approved(payoutService, book.id);
    later(50 + 73);
    expect(await claim(old.id)).toMatchObject({ kind: "fell_back", payout: { state: "expired" } });
    const half = room.payoutService({ approvalsNeeded: 2 });
    const waiting = await submitted(half, book.id);
    done(await approve(half, waiting));
    later(50 + 73 + 73);
    expect(await payoutService.payouts.expiring(100)).toContain(waiting.id);
    // Nobody could be told: it is told and expires later.
    const notTold = payoutService.payouts.expire(waiting.id, () => Promise.reject(new Error("no connection")));
    await expect(notTold).rejects.toThrow("no connection");
    expect(await stateOf(waiting)).toBe("submitted");
    await payoutService.payouts.expire(waiting.id);
    expect([await stateOf(waiting), (await payoutService.payouts.expiring(100)).length]).toEqual(["expired", 0]);
  });

  test("one that was claimed and not sent is stopped for any reason that would have prevented it, and is checked less and less often", async () => {
    const payout = await approved(payoutService, book.id);
    await claim(payout.id);
    const other = room.payoutService({ accounts: ["second"] });
    expect(await other.payouts.claimForSending((await approved(payoutService, book.id)).id, everybody)).toMatchObject({
      ...{ kind: "fell_back", message: expect.stringMatching(/account/) },
    });
    later(26);
    expect(await payoutService.payouts.stuck(100)).toContain(payout.id);
    const ways = [
      other.payouts.resume(payout.id, everybody),
      payoutService.payouts.resume(payout.id, () => Promise.resolve([])),
      payoutService.payouts.resume(payout.id, everybody, "The ledger knows better."),
    ];
    expect((await Promise.all(ways)).map(({ kind }) => kind)).toEqual(["stopped", "stopped", "stopped"]);
    expect(await payoutService.payouts.stuck(100)).not.toContain(payout.id);
    later(27.5);
    expect(await payoutService.payouts.stuck(100)).toContain(payout.id);
    done(await payoutService.beneficiaries.block(GRACE, book.id, "Called them: not theirs."));
    expect(await resume(payout.id)).toMatchObject({ kind: "stopped", message: expect.stringMatching(/blocked/) });
    done(await payoutService.beneficiaries.unblock(MAKER, book.id, "Theirs after all."));
    expect((await resume(payout.id)).kind).toBe("send");
    later(25 + 73);
    expect(await resume(payout.id)).toMatchObject({ kind: "stopped", message: expect.stringMatching(/expired/) });
    expect(await stateOf(payout)).toBe("sending");
    await payoutService.payouts.followed(payout.id, send("declined", 1));
  });

  test("one that is resumed a day after its claim must fit the limits then, and counts from then on", async () => {
    const payout = await approved(payoutService, book.id, { amount: "4500.00" });
    await claim(payout.id);
    later(50);
    const other = await approved(payoutService, book.id, { amount: "4500.00" });
    expect((await claim(other.id)).kind).toBe("claimed");
    expect(await resume(payout.id)).toMatchObject({
      ...{ kind: "stopped", message: expect.stringMatching(/one beneficiary in 24 hours/) },
    });
    later(75);
    expect((await resume(payout.id)).kind).toBe("send");
    expect(
      messageOf(await approve(payoutService, await submitted(payoutService, book.id, { amount: "4500.00" }))),
    ).toMatch(/one beneficiary in 24 hours/);
    for (const { id } of [payout, other]) await payoutService.payouts.followed(id, send("declined", 1));
  });

  test("one that is resumed within a day of its claim counts from when it is sent", async () => {
    const payout = await approved(payoutService, book.id, { amount: "4500.00" });
    await claim(payout.id);
    later(25 + 23);
    expect((await resume(payout.id)).kind).toBe("send");
    later(25 + 25);
    expect(
      messageOf(await approve(payoutService, await submitted(payoutService, book.id, { amount: "4500.00" }))),
    ).toMatch(/one beneficiary in 24 hours/);
    await payoutService.payouts.followed(payout.id, send("declined", 1));
  });

  test("one proven unsent is sent again as the same; an unknown one is not", async () => {
    const payout = await approved(payoutService, book.id);
    await claim(payout.id);
    expect(await resume(payout.id)).toMatchObject({ kind: "send", send: { requestId: payout.request_id } });
    const away = { ...send("not_sent", 1), result_message: "No connection." };
    await payoutService.payouts.followed(payout.id, away);
    expect(await payoutService.payouts.byId(payout.id)).toMatchObject({
      state: "approved",
      waits_for: "No connection.",
    });
    later(26);
    const again = await claim(payout.id);
    expect(again).toMatchObject({ kind: "claimed", send: { requestId: payout.request_id } });
    // The news of before its claim does not take it back from whoever is about to send it.
    expect(await payoutService.payouts.followed(payout.id, away)).toMatchObject({
      to: null,
      payout: { state: "sending" },
    });
    await payoutService.payouts.followed(payout.id, send("unknown", 2));
    // Who was believed dead answers: it never left.
    await payoutService.payouts.followed(payout.id, { ...away, version: 3 });
    expect(await stateOf(payout)).toBe("approved");
    later(27);
    expect(await claim(payout.id)).toMatchObject({ kind: "claimed", send: { seenVersion: 3 } });
    await payoutService.payouts.followed(payout.id, send("unknown", 4));
    expect([(await claim(payout.id)).kind, (await resume(payout.id)).kind]).toEqual(["nothing", "nothing"]);
    expect(messageOf(await payoutService.payouts.copy(MAKER, payout.id, "key-00000001"))).toMatch(/can be sent again/);
    const word = { outcome: "not_paid", note: "Their bank says no." } as const;
    expect(await payoutService.payouts.decide(MAKER, payout.id, word)).toMatchObject({ code: "forbidden" });
    expect(done(await payoutService.payouts.decide(ADA, payout.id, word)).payout.state).toBe("failed");
    const [one, two, same] = await Promise.all(
      ["key-00000001", "key-00000002", "key-00000001"].map((key) => payoutService.payouts.copy(MAKER, payout.id, key)),
    );
    expect(kinds([one, two, same].flatMap((each) => each ?? []))).toContain("refused");
    expect(await pg("acquiring_payout").where({ replaces_id: payout.id })).toHaveLength(1);
    // It was paid after all: its copy is never sent.
    const copy = await pg<PayoutRow>("acquiring_payout").where({ replaces_id: payout.id }).first();
    const ready = done(await payoutService.payouts.submit(MAKER, copy?.id ?? "", copy?.payload_hash ?? "")).payout;
    done(await approve(payoutService, ready));
    expect(await payoutService.payouts.followed(payout.id, send("settled", 5))).toMatchObject({
      to: "paid",
      isContradicted: true,
    });
    expect(await claim(ready.id)).toMatchObject({ kind: "fell_back", message: expect.stringMatching(/may have been/) });
    expect((await eventsOf(payout.id)).slice(-4)).toEqual(["decided", "failed", "paid", "contradicted"]);
  });
});

describe("a payout and its copies are paid once", () => {
  let clicks = 0;
  const copy = (id: string, by = payoutService, doubt?: string): ReturnType<PayoutApi["payouts"]["copy"]> =>
    by.payouts.copy(MAKER, id, `copy-in-family-${String((clicks += 1))}`, doubt);
  const copied = async (id: string): Promise<PayoutRow> => done(await copy(id)).payout;
  const submit = ({ id, payload_hash: hash }: PayoutRow): ReturnType<PayoutApi["payouts"]["submit"]> =>
    payoutService.payouts.submit(MAKER, id, hash);
  const ready = async (payout: PayoutRow): Promise<PayoutRow> =>
    done(await approve(payoutService, done(await submit(payout)).payout)).payout;
  /** Sent; the gateway says so. */
  const ended = async (payout: PayoutRow, status: "declined" | "settled"): Promise<PayoutRow> => {
    expect((await claim(payout.id)).kind).toBe("claimed");
    await payoutService.payouts.followed(payout.id, send(status, 1));
    return payout;
  };
  const failed = async (): Promise<PayoutRow> =>
    ended(await approved(payoutService, book.id, { amount: "1.00" }), "declined");
  const names = ({ id }: PayoutRow): RegExp => new RegExp(`^${id} pays the same.*(?:portal|withdraw it first)`);

  test("what a copy's copy paid is not copied again from any of them, and neither is what is uncertain in the ledger", async () => {
    const first = await failed();
    const child = await ended(await ready(await copied(first.id)), "declined");
    const other = await copied(first.id);
    done(await payoutService.payouts.withdraw(MAKER, other.id, "Not this one."));
    const draft = await copied(child.id);
    for (const { id } of [first, child, other]) expect(messageOf(await copy(id))).toMatch(names(draft));
    await ended(await ready(draft), "settled");
    for (const { id } of [first, child, other]) expect(messageOf(await copy(id))).toMatch(names(draft));
    const allowed = await payoutService.payouts.allowed(MAKER, [first, child, other]);
    for (const actions of allowed.values()) expect(actions.copy.allowed).toBe(false);
    // It came back: the family is free again, unless the ledger knows better.
    await payoutService.payouts.followed(draft.id, send("declined", 2));
    expect(messageOf(await copy(first.id, payoutService, "The ledger knows better."))).toBe("The ledger knows better.");
    expect([...(await payoutService.payouts.relativesOf(other.id))].sort()).toEqual(
      [first.id, child.id, draft.id].sort(),
    );
    done(await copy(other.id));
  });

  test("a relative that turns out to be paid stops a copy's submission, approval, claim and resumption", async () => {
    const first = await failed();
    const lost = await ended(await ready(await copied(first.id)), "declined");
    const next = await copied(first.id);
    const turns = (status: "declined" | "settled", version: number): ReturnType<PayoutApi["payouts"]["followed"]> =>
      payoutService.payouts.followed(lost.id, send(status, version));
    await turns("settled", 2);
    expect(messageOf(await submit(next))).toMatch(names(lost));
    await turns("declined", 3);
    const asked = done(await submit(next)).payout;
    await turns("settled", 4);
    expect(messageOf(await approve(payoutService, asked))).toMatch(names(lost));
    await turns("declined", 5);
    done(await approve(payoutService, asked));
    await turns("settled", 6);
    expect(await claim(next.id)).toMatchObject({ kind: "fell_back", message: expect.stringMatching(names(lost)) });
    await turns("declined", 7);
    done(await approve(payoutService, asked));
    expect((await claim(next.id)).kind).toBe("claimed");
    await turns("settled", 8);
    expect(await resume(next.id)).toMatchObject({ kind: "stopped", message: expect.stringMatching(names(lost)) });
    await payoutService.payouts.followed(next.id, send("declined", 1));
  });

  test("two of a reissue chain that are copied at once make one copy", async () => {
    const first = await failed();
    const child = await ended(await ready(await copied(first.id)), "declined");
    const { waits, one } = await pg.transaction(async (trx) => {
      await trx("acquiring_payout").where({ id: first.id }).forUpdate().first();
      const one = copy(child.id);
      const isOver = one.then(() => true);
      await until(async () => (await isSomebodyWaiting(pg)) || Promise.race([isOver, Promise.resolve(false)]));
      return { waits: await isSomebodyWaiting(pg), one };
    });
    // Whoever copies any of them waits for the first of the family.
    expect(waits).toBe(true);
    const more = done(await one).payout;
    done(await payoutService.payouts.withdraw(MAKER, more.id, "Again."));
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all([copy(first.id), copy(child.id, twin), copy(more.id)]);
      expect(kinds(answers)).toEqual(["done", "refused", "refused"]);
      for (const each of answers)
        if (each.kind === "done") done(await payoutService.payouts.withdraw(MAKER, each.payout.id, "Again."));
    }
  });
});

describe("stored data", () => {
  const refusedBy = async (sql: string, id: string): Promise<void> => {
    await expect(pg.raw(sql, sql.includes("?") ? [id] : [])).rejects.toThrow(/never|append-only/);
  };

  test("the audit trail and the versions cannot be changed, a payout cannot be deleted or given another request ID", async () => {
    const { id } = await submitted(payoutService, book.id);
    await refusedBy("UPDATE acquiring_payout_audit SET actor_id = 'x' WHERE payout_id = ?", id);
    await refusedBy("DELETE FROM acquiring_payout_audit WHERE payout_id = ?", id);
    await refusedBy("TRUNCATE acquiring_payout_audit", id);
    await refusedBy("UPDATE acquiring_beneficiary_version SET sealed = 'x' WHERE beneficiary_id = ?", book.id);
    await refusedBy(
      "UPDATE acquiring_beneficiary_version SET number = 9, key_id = 'x' WHERE beneficiary_id = ?",
      book.id,
    );
    await refusedBy("DELETE FROM acquiring_beneficiary_version WHERE beneficiary_id = ?", book.id);
    await refusedBy("TRUNCATE acquiring_beneficiary_version", id);
    await refusedBy("UPDATE acquiring_payout SET request_id = 'x' WHERE id = ?", id);
    await refusedBy("DELETE FROM acquiring_payout WHERE id = ?", id);
  });

  test("23 no column of any table contains a bank account, an identity number or the client's data in clear text", async () => {
    await approved(payoutService, book.id);
    await payoutService.beneficiaries.reveal(ADA, book.id, "A call with their bank.");
    const { rows } = await pg.raw<{ rows: { table_name: string }[] }>(
      "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'",
    );
    expect(rows.length).toBeGreaterThan(5);
    for (const { table_name: table } of rows) {
      const found = await pg.raw<{ rows: unknown[] }>("SELECT 1 FROM ?? AS line WHERE line::text ~ ?", [
        table,
        [...IBANS, "0532013000", "DEUTDEFF", "HRB-7711", "client-secret-data"].join("|"),
      ]);
      expect([table, found.rows]).toEqual([table, []]);
    }
  });

  test("bank data is shown in full to listed users, after it was recorded", async () => {
    expect(await payoutService.beneficiaries.reveal(GRACE, book.id, "curious")).toMatchObject({ code: "forbidden" });
    expect(await payoutService.beneficiaries.eventsOf(book.id, 10)).toHaveLength(1);
    const seen = await payoutService.beneficiaries.reveal(ADA, book.id, "A call with their bank.");
    expect(seen).toMatchObject({ kind: "done", details: { bank_details: { iban: IBANS[epoch % IBANS.length] } } });
    expect((await payoutService.beneficiaries.eventsOf(book.id, 10))[0]).toMatchObject({
      kind: "revealed",
      actor_id: ADA.id,
    });
    expect(JSON.stringify(await payoutService.beneficiaries.face(book.id))).not.toContain("0532013000");
    const iban = IBANS[epoch % IBANS.length] ?? "";
    expect((await payoutService.beneficiaries.byAccount({ iban: iban.toLowerCase() })).map(({ id }) => id)).toContain(
      book.id,
    );
    // Whoever may not see it cannot guess it by searching either.
    expect(await payoutService.beneficiaries.page({ text: iban }, PAGE)).toEqual([]);
  });
  const PAGE = { by: "name", direction: "asc", limit: 100, offset: 0 } as const;

  test("data copied from another row cannot be decrypted", async () => {
    const other = await inBook(payoutService);
    const [mine, theirs] = [await approved(payoutService, book.id), await approved(payoutService, book.id)];
    await pg.raw("ALTER TABLE acquiring_beneficiary_version DISABLE TRIGGER USER");
    const of = (id: string): Knex.QueryBuilder => pg("acquiring_beneficiary_version").where({ beneficiary_id: id });
    const kept = (await of(book.id).first<{ sealed: string }>()).sealed;
    try {
      await of(book.id).update({ sealed: (await of(other.id).first<{ sealed: string }>()).sealed });
      await expect(claim(mine.id)).rejects.toThrow(/cannot be decrypted/);
    } finally {
      await of(book.id).update({ sealed: kept });
      await pg.raw("ALTER TABLE acquiring_beneficiary_version ENABLE TRIGGER USER");
    }
    const sealed = pg("acquiring_payout").where({ id: theirs.id }).select("sealed").first<{ sealed: string }>();
    await pg("acquiring_payout")
      .where({ id: mine.id })
      .update({ sealed: (await sealed).sealed });
    await expect(claim(mine.id)).rejects.toThrow(/cannot be decrypted/);
    expect(await stateOf(mine)).toBe("approved");
  });

  test("a server without the key of an approval neither sends the payout nor takes the approval back", async () => {
    const [old, young] = [newKey("old"), newKey("young")];
    const before = room.payoutService({ encryptionKeys: [old] });
    const after = room.payoutService({ encryptionKeys: [young, old] });
    const to = await inBook(before, { bank_details: { ...beneficiaryOf().bank_details, iban: "BE68539007547034" } });
    later(50);
    const payout = await submitted(before, to.id);
    done(await approve(after, payout));
    expect(await claim(payout.id, before)).toMatchObject({
      kind: "waits",
      message: expect.stringMatching(/with a key/),
    });
    expect(await stateOf(payout)).toBe("approved");
    expect((await claim(payout.id, after)).kind).toBe("claimed");
    // The process that claimed it died.
    later(70);
    expect(await before.payouts.resume(payout.id, everybody)).toMatchObject({
      kind: "stopped",
      message: expect.stringMatching(/with a key/),
    });
    later(70.1);
    expect(await after.payouts.stuck(100)).toContain(payout.id);
    expect((await after.payouts.resume(payout.id, everybody)).kind).toBe("send");
    await payoutService.payouts.followed(payout.id, send("declined", 1));
  });

  test("a rotation re-encrypts everything, and approvals stay valid and accounts findable without the old key", async () => {
    const own = await payoutRoom("payout_keys");
    try {
      const [old, young] = [newKey("old"), newKey("young")];
      const before = own.payoutService({ encryptionKeys: [old] });
      const to = await inBook(before);
      own.at(25 * HOUR);
      const [ready, tampered] = [await approved(before, to.id), await approved(before, to.id)];
      await own.pg("acquiring_payout").where({ id: tampered.id }).update({ reference: "INV-X" });
      const during = own.payoutService({ encryptionKeys: [young, old] });
      expect(await during.reseal(2)).toBe(2);
      expect(await during.reseal(10)).toBe(1);
      expect(await during.reseal(10)).toBe(0);
      const crossed = await submitted(during, to.id);
      done(await approve(own.payoutService({ encryptionKeys: [old, young] }), crossed));
      expect([await during.reseal(10), await during.reseal(10)]).toEqual([1, 0]);
      const after = own.payoutService({ encryptionKeys: [young] });
      expect(await after.payouts.claimForSending(ready.id, everybody)).toMatchObject({
        kind: "claimed",
        send: { payloadHash: expect.stringMatching(/^young:/) },
      });
      expect(await after.payouts.claimForSending(crossed.id, everybody)).toMatchObject({ kind: "claimed" });
      expect(await after.payouts.claimForSending(tampered.id, everybody)).toMatchObject({ kind: "fell_back" });
      expect((await after.beneficiaries.byAccount({ iban: IBAN })).map(({ id }) => id)).toEqual([to.id]);
      expect(await own.pg("acquiring_payout").whereNot({ key_id: "young" })).toEqual([]);
    } finally {
      await own.close();
    }
  });
});

test("lists find what is requested, and show per day what was paid and what is in progress", async () => {
  const payout = await approved(payoutService, book.id, { amount: "12.34", reference: "REF-77", order_id: "order_1" });
  await claim(payout.id);
  await payoutService.payouts.followed(payout.id, { ...send("settled", 1), transaction_id: `TX-${payout.id}` });
  const open = await submitted(payoutService, book.id, { reference: "REF-78" });
  const page = { by: "created_at", direction: "desc", limit: 10, offset: 0 } as const;
  const found = async (question: Parameters<PayoutApi["payouts"]["page"]>[0]): Promise<string[]> => {
    const rows = await payoutService.payouts.page(question, page);
    expect(await payoutService.payouts.count(question)).toBe(rows.length);
    return rows.map(({ id }) => id);
  };
  for (const text of [payout.id, payout.request_id, `TX-${payout.id}`, "REF-77"])
    expect(await found({ search: { text, orders: [] } })).toEqual([payout.id]);
  expect(await found({ search: { text: "no", orders: ["order_1"] } })).toEqual([payout.id]);
  expect(await found({ beneficiaryId: book.id, states: ["submitted"], approvableBy: ADA })).toEqual([open.id]);
  expect(await found({ beneficiaryId: book.id, approvableBy: MAKER })).toEqual([]);
  expect((await payoutService.payouts.allowed(ADA, [open])).get(open.id)).toMatchObject({
    approve: { allowed: true },
    copy: { allowed: false },
  });
  const period = { offsetMinutes: 60, days: 1 };
  const [totals] = await payoutService.payouts.totals(period);
  expect(totals).toMatchObject({ currency: "EUR", paid: 1_234n, days: [{ paid: 1_234n, on_its_way: 0n }] });
  done(await approve(payoutService, open));
  const [more] = await payoutService.payouts.totals(period);
  expect((more?.on_its_way ?? 0n) - (totals?.on_its_way ?? 0n)).toBe(100_000n);
  expect((totals?.waiting_for_approval ?? 0n) - (more?.waiting_for_approval ?? 0n)).toBe(100_000n);
});

test("a page of twenty copies is read with as many statements as one of two", async () => {
  const first = await submitted(payoutService, book.id, { reference: "N-1" });
  done(await payoutService.payouts.withdraw(MAKER, first.id, "Again."));
  const rows: PayoutRow[] = [];
  let last = first.id;
  for (let copy = 0; copy < 20; copy += 1) {
    const { payout } = done(await payoutService.payouts.copy(MAKER, last, `copy-of-n-${String(copy)}`));
    rows.push(done(await payoutService.payouts.withdraw(MAKER, payout.id, "Again.")).payout);
    last = payout.id;
  }
  const statements = async (some: readonly PayoutRow[]): Promise<number> => {
    let count = 0;
    const onQuery = (): number => (count += 1);
    pg.on("query", onQuery);
    const allowed = await payoutService.payouts.allowed(MAKER, some).finally(() => pg.removeListener("query", onQuery));
    // Every copy but the last lives on in one of its own that was withdrawn as well.
    expect([...allowed.values()].map(({ copy }) => copy.allowed)).toEqual(some.map(() => true));
    return count;
  };
  expect(await statements(rows)).toBe(await statements(rows.slice(0, 2)));
  // One that may have left is seen by all that come of it, however far.
  await pg("acquiring_payout").where({ id: first.id }).update({ state: "unknown" });
  const found = await payoutService.payouts.allowed(MAKER, rows);
  expect([...found.values()].map(({ copy }) => copy.reason)).toEqual(rows.map(() => expect.stringContaining(first.id)));
  await pg("acquiring_payout").where({ id: first.id }).update({ state: "withdrawn" });
});

test("the same key creates one draft, one beneficiary and one import, however often and concurrently it is sent", async () => {
  const origin = { key: "click-00000001" };
  const drafts = await Promise.all(
    Array.from({ length: 5 }, () => payoutService.payouts.create(MAKER, payoutOf(book.id), origin)),
  );
  expect(new Set(drafts.map((each) => done(each).payout.id)).size).toBe(1);
  const own = { ...beneficiaryOf().bank_details, iban: "AT611904300234573201" };
  const wanted = beneficiaryOf({ company_name: "Once Ltd", bank_details: own });
  const added = await Promise.all(
    [payoutService, twin, payoutService].map((by) => by.beneficiaries.create(MAKER, wanted, "click-00000002")),
  );
  expect(new Set(added.map((each) => done(each).beneficiary.id)).size).toBe(1);
  const other = { ...wanted, bank_details: { ...wanted.bank_details, iban: "NL91ABNA0417164300" } };
  expect(await payoutService.beneficiaries.create(MAKER, other, "click-00000002")).toMatchObject({ code: "changed" });
  expect(done(await payoutService.beneficiaries.create(GRACE, wanted, "click-00000002")).beneficiary.account_by).toBe(
    GRACE.id,
  );
  const request = { key: "file-00000001", content: "a" };
  const begun = await Promise.all([
    payoutService.imports.begin(MAKER, request),
    payoutService.imports.begin(MAKER, request),
  ]);
  const ids = begun.flatMap((each) => (each.kind === "done" ? [each.row.id] : []));
  expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
  expect(await payoutService.imports.begin(MAKER, { ...request, content: "b" })).toMatchObject({ code: "changed" });
  const from = { import: { id: ids[0] ?? "", line: 2 } };
  for (let times = 0; times < 2; times += 1) done(await payoutService.payouts.create(MAKER, payoutOf(book.id), from));
  expect([...(await payoutService.imports.madeBy(ids[0] ?? "")).keys()]).toEqual([2]);
});
