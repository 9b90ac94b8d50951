import fc from "fast-check";
import type { Answer, PayoutApi, PayoutPerson } from "../../src/modules/acquiring_payout/payout-api";
import type { BeneficiaryInput } from "../../src/modules/acquiring_payout/inputs";
import type { BeneficiaryRow, PayoutRow } from "../../src/modules/acquiring_payout/rows";
import type { PayoutRoom } from "../support/payout-room";
import {
  ADA,
  approve,
  beneficiaryOf,
  done,
  everybody,
  GRACE,
  newKey,
  payoutOf,
  payoutRoom,
} from "../support/payout-room";

/** Promise 35 against Postgres: whoever wrote an account, in any version and wherever, does not approve a payout to it. */
const person = (id: string): PayoutPerson => ({ id, type: "user", email: `${id}@shop.example` });
/** Prepares the payouts and writes no account. */
const CLERK = person("user_clerk");
const people = [ADA, GRACE, person("user_hedy"), person("user_joan")];

let room: PayoutRoom;
let payoutService: PayoutApi;
const keys = [newKey("old")];
beforeAll(async () => {
  room = await payoutRoom("account_authors");
  payoutService = room.payoutService(options());
});
afterAll(() => room.close());

const options = (): Parameters<PayoutRoom["payoutService"]>[0] => ({
  approvers: [...people, CLERK].map(({ id }) => id),
  encryptionKeys: keys,
  coolDownHours: 0,
  limits: { EUR: { payout: "5000.00", day: "900000000.00", beneficiary: "900000000.00" } },
});

let accounts = 0;
/** A new German IBAN. */
function newIban(): string {
  accounts += 1;
  const bban = `37040044${String(accounts).padStart(10, "0")}`;
  return `DE${String(98n - (BigInt(`${bban}131400`) % 97n)).padStart(2, "0")}${bban}`;
}

type Edit = "iban" | "back" | "street" | "name" | "gateway id" | "same account elsewhere";
interface Step {
  readonly who: PayoutPerson;
  readonly edit: Edit;
}

const isWriting = ({ edit }: Step): boolean => edit !== "name";

/** What the beneficiary is after a step; one elsewhere is another beneficiary. */
function edited(input: BeneficiaryInput, edit: Edit, { step, iban }: { step: number; iban: string }): BeneficiaryInput {
  const { bank_details: bank } = input;
  switch (edit) {
    case "iban":
      return { ...input, bank_details: { ...bank, iban: newIban() } };
    case "back":
      return { ...input, bank_details: { ...bank, iban, bank_branch: `B${String(step)}` } };
    case "street":
      return { ...input, bank_details: { ...bank, bank_street_address: `Street ${String(step)}` } };
    case "gateway id":
      return { ...input, gateway_beneficiary_id: `g${String(step)}` };
    case "name":
      return { ...input, company_name: `Muster ${String(step)}` };
    case "same account elsewhere":
      return input;
  }
}

async function written(
  first: PayoutPerson,
  steps: readonly Step[],
): Promise<{ row: BeneficiaryRow; authors: Set<string> }> {
  const iban = newIban();
  let input = beneficiaryOf({ bank_details: { ...beneficiaryOf().bank_details, iban } });
  let row = done(await payoutService.beneficiaries.create(first, input)).beneficiary;
  const authors = new Set([first.id]);
  /** Who wrote an account elsewhere, by the account. */
  const elsewhere = new Map<string, Set<string>>();
  for (const [index, step] of steps.entries()) {
    const { who, edit } = step;
    if (edit === "same account elsewhere") {
      done(
        await payoutService.beneficiaries.create(who, { ...beneficiaryOf(), bank_details: { ...input.bank_details } }),
      );
      const account = input.bank_details.iban ?? "";
      elsewhere.set(account, new Set([...(elsewhere.get(account) ?? []), who.id]));
      continue;
    }
    input = edited(input, edit, { step: index, iban });
    row = done(await payoutService.beneficiaries.revise(who, row.id, { input, version: row.version })).beneficiary;
    if (isWriting(step)) authors.add(who.id);
  }
  for (const who of elsewhere.get(input.bank_details.iban ?? "") ?? []) authors.add(who);
  return { row, authors };
}

async function submitted(beneficiaryId: string): Promise<PayoutRow> {
  const { payout } = done(await payoutService.payouts.create(CLERK, payoutOf(beneficiaryId, { amount: "1.00" })));
  return done(await payoutService.payouts.submit(CLERK, payout.id, payout.payload_hash)).payout;
}

/** Who of the four can approve a payout to it: by the list, by the page, and by trying. */
async function approversOf(
  beneficiaryId: string,
): Promise<{ listed: string[]; allowed: string[]; approved: string[] }> {
  const found = { listed: new Array<string>(), allowed: new Array<string>(), approved: new Array<string>() };
  for (const who of people) {
    const payout = await submitted(beneficiaryId);
    if (await isListedFor(who, payout)) found.listed.push(who.id);
    if ((await payoutService.payouts.allowed(who, [payout])).get(payout.id)?.approve.allowed === true)
      found.allowed.push(who.id);
    const answer = await approve(payoutService, payout, who);
    if (answer.kind === "done") found.approved.push(who.id);
    else expect(messageOf(answer)).toMatch(/entered its bank account/);
  }
  return found;
}

const messageOf = (answer: Answer<object>): string => ("message" in answer ? String(answer.message) : "done");
const isListedFor = async (who: PayoutPerson, { id, beneficiary_id: beneficiaryId }: PayoutRow): Promise<boolean> => {
  const page = { by: "created_at", direction: "desc", limit: 100, offset: 0 } as const;
  const rows = await payoutService.payouts.page({ approvableBy: who, beneficiaryId }, page);
  return rows.some((row) => row.id === id);
};

const expectOthersAlone = async (beneficiaryId: string, authors: ReadonlySet<string>): Promise<void> => {
  const others = people.map(({ id }) => id).filter((id) => !authors.has(id));
  expect(await approversOf(beneficiaryId)).toEqual({ listed: others, allowed: others, approved: others });
};

test("35 the author of an IBAN cannot approve a payout to it after someone else edited the bank's street", async () => {
  const { row, authors } = await written(ADA, [{ who: GRACE, edit: "street" }]);
  expect(authors).toEqual(new Set([ADA.id, GRACE.id]));
  await expectOthersAlone(row.id, authors);
});

test("35 an author of a bank account, in any version, cannot approve a payout to it: sequences of edits by four people", async () => {
  const step = fc.record<Step>({
    who: fc.constantFrom(...people),
    edit: fc.constantFrom<Edit>("iban", "back", "street", "name", "gateway id", "same account elsewhere"),
  });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...people), fc.array(step, { maxLength: 4 }), async (first, steps) => {
      const { row, authors } = await written(first, steps);
      await expectOthersAlone(row.id, authors);
    }),
    { numRuns: 40 },
  );
}, 120_000);

test("35 what an API key wrote counts as its owner's, in every version", async () => {
  const key = { id: "apk_1", type: "api-key", email: null, ownerId: ADA.id } as const;
  const { row } = await written(key, [{ who: GRACE, edit: "iban" }]);
  await expectOthersAlone(row.id, new Set([ADA.id, GRACE.id]));
});

test("35 an approval becomes invalid if its author writes the same account for another beneficiary before the payout is sent", async () => {
  const { row } = await written(ADA, []);
  const payout = done(await approve(payoutService, await submitted(row.id), GRACE)).payout;
  const details = { ...beneficiaryOf().bank_details, iban: String((await revealed(row.id)).iban) };
  done(await payoutService.beneficiaries.create(GRACE, beneficiaryOf({ bank_details: details })));
  expect(await payoutService.payouts.claimForSending(payout.id, everybody)).toMatchObject({ kind: "fell_back" });
});

const revealed = async (id: string): Promise<BeneficiaryInput["bank_details"]> => {
  const answer = await room
    .payoutService({ ...options(), revealers: [ADA.id] })
    .beneficiaries.reveal(ADA, id, "For the test.");
  if (answer.kind !== "done") throw new Error(messageOf(answer));
  return answer.details.bank_details;
};

test("35 the authors of an account are found during key rotation, and after the older key is removed", async () => {
  const { row } = await written(ADA, [{ who: GRACE, edit: "street" }]);
  const details = { ...beneficiaryOf().bank_details, iban: String((await revealed(row.id)).iban) };
  const [old] = keys;
  const young = newKey("young");
  if (!old) throw new Error("There is no key.");
  const during = room.payoutService({ ...options(), encryptionKeys: [young, old] });
  // A third writes the same account with the new key while the first entry is still under the old one.
  const [, , hedy] = people;
  if (!hedy) throw new Error("There are four people.");
  const again = done(await during.beneficiaries.create(hedy, beneficiaryOf({ bank_details: details }))).beneficiary;
  const authors = new Set([ADA.id, GRACE.id, hedy.id]);
  payoutService = during;
  expect((await approversOf(again.id)).approved).toEqual(["user_joan"]);
  while ((await during.reseal(1_000)) > 0);
  payoutService = room.payoutService({ ...options(), encryptionKeys: [young] });
  await expectOthersAlone(again.id, authors);
  await expectOthersAlone(row.id, authors);
  // The keys stay changed: this is a database of its own, and the tests before it ended.
  keys.splice(0, 1, young);
  payoutService = room.payoutService(options());
});

test("35 for versions from before authors were recorded, everyone who edited counts as an author", async () => {
  const { row } = await written(ADA, [{ who: GRACE, edit: "name" }]);
  await room.pg.raw("ALTER TABLE acquiring_beneficiary_version DISABLE TRIGGER acquiring_keep_version");
  const legacy = { writes_account: true, account_fingerprint: null };
  await room.pg("acquiring_beneficiary_version").where({ beneficiary_id: row.id }).update(legacy);
  await room.pg.raw("ALTER TABLE acquiring_beneficiary_version ENABLE TRIGGER acquiring_keep_version");
  await expectOthersAlone(row.id, new Set([ADA.id, GRACE.id]));
});

test("of a version only key-dependent data can be re-encrypted, never its author", async () => {
  const { row } = await written(ADA, []);
  const version = (): ReturnType<PayoutRoom["pg"]> =>
    room.pg("acquiring_beneficiary_version").where({ beneficiary_id: row.id });
  for (const change of [
    { writes_account: false, key_id: "x" },
    { made_by: GRACE.id, key_id: "x" },
    { made_by_owner: GRACE.id, key_id: "x" },
    { account_fingerprint: null },
  ])
    await expect(version().update(change)).rejects.toThrow("never changed");
});
