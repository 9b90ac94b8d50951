import { isListed } from "../domain/four-eyes";
import type { Answer, Kept, PayoutPerson } from "../payout-api";
import type { BeneficiaryInput } from "../inputs";
import { openDetails } from "./details";
import type { PayoutServiceContext } from "./service-context";
import { noBeneficiary, refused } from "./service-context";

interface BeneficiaryRequest {
  readonly person: PayoutPerson;
  readonly id: string;
  readonly note: string;
}

export async function block(
  context: PayoutServiceContext,
  { person, id, note }: BeneficiaryRequest,
): Promise<Answer<Kept>> {
  const { beneficiaryTable, audit } = context;
  const answer = await beneficiaryTable.locked(id, async (row, trx): Promise<Answer<Kept>> => {
    if (row.blocked_at !== null) return refused("not_now", "It is already blocked.");
    const beneficiary = await beneficiaryTable.change(trx, id, { blocked_at: context.now() });
    await audit.note(trx, { beneficiaryId: id, kind: "blocked", version: row.version, by: person, note });
    return { kind: "done", beneficiary };
  });
  return answer ?? noBeneficiary();
}

/** Payouts that tried to leave while it was blocked have lost their approvals; the others keep them. */
export async function unblock(
  context: PayoutServiceContext,
  { person, id, note }: BeneficiaryRequest,
): Promise<Answer<Kept>> {
  const { beneficiaryTable, audit } = context;
  const answer = await beneficiaryTable.locked(id, async (row, trx): Promise<Answer<Kept>> => {
    if (row.blocked_at === null) return refused("not_now", "It is not blocked.");
    const beneficiary = await beneficiaryTable.change(trx, id, { blocked_at: null });
    await audit.note(trx, { beneficiaryId: id, kind: "unblocked", version: row.version, by: person, note });
    return { kind: "done", beneficiary };
  });
  return answer ?? noBeneficiary();
}

const mayReveal = ({ options }: Pick<PayoutServiceContext, "options">, person: PayoutPerson): boolean =>
  person.type === "user" && isListed(options.revealers, person);

/** Everything in clear. Its audit record is committed before anything is decrypted. */
export async function reveal(
  context: PayoutServiceContext,
  { person, id, note }: BeneficiaryRequest,
): Promise<Answer<{ kind: "done"; version: number; details: BeneficiaryInput }>> {
  if (!mayReveal(context, person))
    return refused("forbidden", "Only the users in the option payout.revealers can view full bank details.");
  const row = await context.beneficiaryTable.byId(id);
  if (!row) return noBeneficiary();
  await context.audit.note(context.pg, { beneficiaryId: id, kind: "revealed", version: row.version, by: person, note });
  const details = await openDetails(context, context.pg, { id, number: row.version });
  return {
    kind: "done",
    version: row.version,
    details: { ...details, display_name: row.display_name, customer_id: row.customer_id ?? undefined },
  };
}
