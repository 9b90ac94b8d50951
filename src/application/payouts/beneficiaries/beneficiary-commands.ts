import type {
  BeneficiaryAnswer,
  BeneficiaryChange,
  BeneficiaryDetails,
  BeneficiaryEntry,
  BeneficiaryNote,
  BeneficiaryReveal,
} from "../../../api-schema/admin";
import { BeneficiaryInput as Input } from "../../../api-schema/admin";
import { beneficiaryView } from "./beneficiary-page";
import { resolvePayoutService } from "../resolve-payout-service";
import type { PayoutActor } from "../payout-actor";
import { personOf } from "../approver-directory";
import { granted } from "../refusal";

export async function createBeneficiary(
  who: PayoutActor,
  { key, ...input }: BeneficiaryEntry,
): Promise<BeneficiaryAnswer> {
  const person = await personOf(who.container, who.auth);
  const { beneficiary } = granted(await resolvePayoutService(who.container).beneficiaries.create(person, input, key));
  return beneficiaryView(who, beneficiary.id);
}

export async function changeBeneficiary(
  who: PayoutActor,
  { version, note, ...input }: BeneficiaryChange,
): Promise<BeneficiaryAnswer> {
  const person = await personOf(who.container, who.auth);
  const change = { input, version, ...(note !== undefined && { note }) };
  granted(await resolvePayoutService(who.container).beneficiaries.revise(person, who.id, change));
  return beneficiaryView(who);
}

export async function blockBeneficiary(who: PayoutActor, { note }: BeneficiaryNote): Promise<BeneficiaryAnswer> {
  const person = await personOf(who.container, who.auth);
  granted(await resolvePayoutService(who.container).beneficiaries.block(person, who.id, note));
  return beneficiaryView(who);
}

export async function unblockBeneficiary(who: PayoutActor, { note }: BeneficiaryNote): Promise<BeneficiaryAnswer> {
  const person = await personOf(who.container, who.auth);
  granted(await resolvePayoutService(who.container).beneficiaries.unblock(person, who.id, note));
  return beneficiaryView(who);
}

/** The viewer and their reason are recorded before anything is decrypted. */
export async function revealBeneficiary(who: PayoutActor, { reason }: BeneficiaryReveal): Promise<BeneficiaryDetails> {
  const person = await personOf(who.container, who.auth);
  const { version, details } = granted(
    await resolvePayoutService(who.container).beneficiaries.reveal(person, who.id, reason),
  );
  return { id: who.id, version, details: Input.parse(details) };
}
