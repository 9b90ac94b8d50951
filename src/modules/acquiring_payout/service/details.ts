import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { MedusaError } from "@medusajs/framework/utils";
import { z } from "@medusajs/framework/zod";
import { canonicalJson } from "../domain/canonical";
import type { BankAccount } from "../domain/mask";
import { accountIdentity } from "../domain/mask";
import type { BeneficiaryInput } from "../inputs";
import { open, seal } from "../sealing/seal";
import { VERSIONS } from "../store/beneficiary-table";
import type { PayoutServiceContext } from "./service-context";

export type Details = Omit<BeneficiaryInput, "display_name" | "customer_id">;

const texts = z.record(z.string(), z.string());
const Stored = z.object({
  entity_type: z.enum(["COMPANY", "INDIVIDUAL"]),
  company_name: z.string().optional(),
  first_name: z.string().optional(),
  last_name: z.string().optional(),
  date_of_birth: z.string().optional(),
  address: texts.default({}),
  bank_details: texts.default({}),
  additional_info: texts.default({}),
  person_documents: z
    .array(z.object({ file_type: z.string(), file_url: z.string(), labels: z.array(z.string()).default([]) }))
    .default([]),
  gateway_beneficiary_id: z.string().optional(),
});

const place = (id: string): { table: string; id: string; column: string } => ({
  table: VERSIONS,
  id,
  column: "sealed",
});

export const sealDetails = (
  { ring }: Pick<PayoutServiceContext, "ring">,
  versionId: string,
  input: BeneficiaryInput,
): string => seal(ring, place(versionId), detailsText(input));

function detailsText(input: BeneficiaryInput): string {
  const { display_name: _name, customer_id: _customer, ...details } = input;
  return canonicalJson(details);
}

export async function isAsMade(context: PayoutServiceContext, id: string, input: BeneficiaryInput): Promise<boolean> {
  const first = await context.beneficiaryTable.version(context.pg, { id, number: 1 });
  return first !== undefined && openSealed(context, first.id, first.sealed) === detailsText(input);
}

const openSealed = ({ ring }: Pick<PayoutServiceContext, "ring">, versionId: string, sealed: string): string =>
  open(ring, place(versionId), sealed);

export async function openDetails(
  context: PayoutServiceContext,
  trx: Knex,
  of: { readonly id: string; readonly number: number },
): Promise<Details> {
  const version = await context.beneficiaryTable.version(trx, of);
  if (!version)
    throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, `Version ${String(of.number)} of ${of.id} is missing.`);
  return Stored.parse(JSON.parse(openSealed(context, version.id, version.sealed)));
}

/** With every key; none without an account. */
export function fingerprintsOf({ ring }: Pick<PayoutServiceContext, "ring">, bank: BankAccount): readonly string[] {
  const account = accountIdentity(bank);
  return account === null ? [] : ring.fingerprints(account);
}

export const sealAgain = (context: Pick<PayoutServiceContext, "ring">, versionId: string, sealed: string): string =>
  seal(context.ring, place(versionId), openSealed(context, versionId, sealed));
