import { generateEntityId } from "@medusajs/framework/utils";
import { beneficiaryProblems } from "../check/beneficiary";
import { ibanCountry } from "../check/iban";
import { beneficiaryName, normaliseBeneficiary } from "../check/normalise-beneficiary";
import { routingDifferences } from "../check/routing-differences";
import { writesAccount } from "../domain/account-authors";
import { accountIdentity, accountMask } from "../domain/mask";
import type {
  Answer,
  Beneficiaries,
  BeneficiaryApi,
  BeneficiaryQuestion,
  Kept,
  PayoutListPage,
  PayoutPerson,
} from "../payout-api";
import type { BeneficiaryInput, InputProblem } from "../inputs";
import type { AuditRow, BeneficiaryRow } from "../rows";
import { newVersionId } from "../store/beneficiary-table";
import { runTransaction } from "../../acquiring";
import { fingerprintsOf, isAsMade, openDetails, sealDetails } from "./details";
import type { PayoutServiceContext } from "./service-context";
import { changedMeanwhile, coolingUntil, noBeneficiary, refused, refusedFields } from "./service-context";
import { block, reveal, unblock } from "./beneficiary-commands";

/** The beneficiaries. Each change creates a new version and starts a new cool-down. */
export class BeneficiariesService implements Beneficiaries {
  constructor(private readonly context: PayoutServiceContext) {}

  check(input: BeneficiaryInput): readonly InputProblem[] {
    return beneficiaryProblems(normaliseBeneficiary(input), this.context.now());
  }

  async create(person: PayoutPerson, input: BeneficiaryInput, key?: string): Promise<Answer<Kept>> {
    const problems = this.check(input);
    if (problems.length > 0) return refusedFields(problems);
    const { beneficiaryTable, audit } = this.context;
    const origin = key === undefined ? null : `${person.id}:${key}`;
    const made = await runTransaction(beneficiaryTable.connection, async (trx) => {
      const id = generateEntityId(undefined, "acqben");
      const columns = { ...this.columns(input), ...accountBy(person), id, version: 1, origin_key: origin };
      const row = await beneficiaryTable.insert(trx, columns);
      if (!row) return undefined;
      await this.addVersion(trx, row, { person, input, isAccountWritten: true });
      await audit.note(trx, { beneficiaryId: id, kind: "created", version: 1, by: person });
      return row;
    });
    if (made) return { kind: "done", beneficiary: made };
    const known = origin === null ? undefined : await beneficiaryTable.byOrigin(origin);
    if (!known) return noBeneficiary();
    // A key of another account must not return it.
    if (await isAsMade(this.context, known.id, normaliseBeneficiary(input)))
      return { kind: "done", beneficiary: known };
    return refused("changed", "This idempotency key was already used for another beneficiary. Start again.");
  }

  async revise(
    person: PayoutPerson,
    id: string,
    { input, version, note }: { input: BeneficiaryInput; version: number; note?: string },
  ): Promise<Answer<Kept>> {
    const problems = this.check(input);
    if (problems.length > 0) return refusedFields(problems);
    const { beneficiaryTable, audit } = this.context;
    const answer = await beneficiaryTable.locked(id, async (row, trx): Promise<Answer<Kept>> => {
      if (row.version !== version) return changedMeanwhile();
      if (row.blocked_at !== null) return refused("not_now", "It is blocked. Unblock it before you edit it.");
      const before = await openDetails(this.context, trx, { id, number: row.version });
      const isOtherAccount = writesAccount(before, normaliseBeneficiary(input));
      const changed = await beneficiaryTable.change(trx, id, {
        ...this.columns(input),
        ...(isOtherAccount && accountBy(person)),
        version: version + 1,
      });
      await this.addVersion(trx, changed, { person, input, isAccountWritten: isOtherAccount });
      await audit.note(trx, { beneficiaryId: id, kind: "changed", version: changed.version, by: person, note });
      return { kind: "done", beneficiary: changed };
    });
    return answer ?? noBeneficiary();
  }

  block(person: PayoutPerson, id: string, note: string): Promise<Answer<Kept>> {
    return block(this.context, { person, id, note });
  }

  unblock(person: PayoutPerson, id: string, note: string): Promise<Answer<Kept>> {
    return unblock(this.context, { person, id, note });
  }

  reveal(
    person: PayoutPerson,
    id: string,
    reason: string,
  ): Promise<Answer<{ kind: "done"; version: number; details: BeneficiaryInput }>> {
    return reveal(this.context, { person, id, note: reason });
  }

  async face(id: string): Promise<BeneficiaryApi | undefined> {
    const row = await this.context.beneficiaryTable.byId(id);
    if (!row) return undefined;
    const details = await openDetails(this.context, this.context.pg, { id, number: row.version });
    const { bank_details: bank } = details;
    return {
      row,
      company_name: details.company_name ?? null,
      first_name: details.first_name ?? null,
      last_name: details.last_name ?? null,
      address: details.address,
      gateway_beneficiary_id: details.gateway_beneficiary_id ?? null,
      bank: {
        name: bank.bank_name ?? null,
        country: bank.bank_country_code ?? null,
        swift_code: bank.swift_code ?? null,
      },
    };
  }

  byId(id: string): Promise<BeneficiaryRow | undefined> {
    return this.context.beneficiaryTable.byId(id);
  }

  async byIds(ids: readonly string[]): Promise<ReadonlyMap<string, BeneficiaryRow>> {
    return new Map((await this.context.beneficiaryTable.byIds(ids)).map((row) => [row.id, row]));
  }

  byAccount(details: BeneficiaryInput["bank_details"]): Promise<BeneficiaryRow[]> {
    return this.context.beneficiaryTable.byFingerprints(fingerprintsOf(this.context, details));
  }

  async routingDifferences({ id, version }: BeneficiaryRow, input: BeneficiaryInput): Promise<readonly string[]> {
    const stored = await openDetails(this.context, this.context.pg, { id, number: version });
    return routingDifferences(stored, normaliseBeneficiary(input));
  }

  page(question: BeneficiaryQuestion, page: PayoutListPage<"name" | "created_at">): Promise<BeneficiaryRow[]> {
    return this.context.beneficiaryTable.page(question, page);
  }

  count(question: BeneficiaryQuestion): Promise<number> {
    return this.context.beneficiaryTable.count(question);
  }

  sameAccount(rows: readonly BeneficiaryRow[]): Promise<ReadonlyMap<string, number>> {
    return this.context.beneficiaryTable.sameAccount(rows);
  }

  eventsOf(id: string, limit: number): Promise<AuditRow[]> {
    return this.context.audit.of({ beneficiary_id: id }, limit);
  }

  coolingUntil({ changed_at: at }: Pick<BeneficiaryRow, "changed_at">): Date | null {
    return coolingUntil(this.context, at);
  }

  private columns(input: BeneficiaryInput): Record<string, unknown> {
    const { address, bank_details: bank, entity_type: type, customer_id: customer } = normaliseBeneficiary(input);
    const account = accountIdentity(bank);
    return {
      display_name: beneficiaryName(input),
      entity_type: type,
      country: bank.bank_country_code ?? (bank.iban ? ibanCountry(bank.iban) : null) ?? address.country_code ?? null,
      currency: bank.account_currency ?? null,
      bank_name: bank.bank_name ?? null,
      account_mask: accountMask(bank),
      account_fingerprint: account === null ? null : this.context.ring.fingerprint(account),
      customer_id: customer ?? null,
      changed_at: this.context.now(),
    };
  }

  private async addVersion(
    trx: Parameters<PayoutServiceContext["beneficiaryTable"]["addVersion"]>[0],
    row: BeneficiaryRow,
    {
      person,
      input,
      isAccountWritten,
    }: { readonly person: PayoutPerson; readonly input: BeneficiaryInput; readonly isAccountWritten: boolean },
  ): Promise<void> {
    const { ring, beneficiaryTable } = this.context;
    const id = newVersionId();
    const sealed = sealDetails(this.context, id, normaliseBeneficiary(input));
    const of = { beneficiaryId: row.id, number: row.version, id };
    const author = { madeBy: person.id, madeByOwner: person.ownerId ?? null, writesAccount: isAccountWritten };
    await beneficiaryTable.addVersion(trx, {
      ...of,
      sealed,
      keyId: ring.current,
      ...author,
      fingerprint: row.account_fingerprint,
    });
  }
}

const accountBy = ({ id, ownerId }: PayoutPerson): Record<string, string | null> => ({
  account_by: id,
  account_by_owner: ownerId ?? null,
});
