import type { Address, BankDetails, BeneficiaryInfo, PersonDocument } from "../inputs";

/** Everything that is sent of a payout but the signature, and what decides how it is written. Its hash binds an approval. Pure. */
export interface Payload {
  readonly account: string;
  readonly requestId: string;
  /** How the amount is written on the wire: an approval of one is none of the other. */
  readonly amountUnit: "major" | "minor";
  readonly currency: string;
  /** In minor units, as text. */
  readonly amount: string;
  readonly sourceCurrency: string | null;
  readonly sourceAmount: string | null;
  readonly paymentDate: string | null;
  readonly paymentMethod: string;
  readonly swiftChargeOption: string | null;
  readonly feePaidBy: string | null;
  readonly fundSource: string | null;
  readonly reference: string;
  readonly reason: string | null;
  readonly clientData: string | null;
  /** The gateway's own number of the beneficiary. */
  readonly beneficiaryId: string | null;
  readonly beneficiary: {
    readonly entity_type: "COMPANY" | "INDIVIDUAL";
    readonly company_name?: string | undefined;
    readonly first_name?: string | undefined;
    readonly last_name?: string | undefined;
    readonly date_of_birth?: string | undefined;
    readonly address: Address;
    readonly bank_details: BankDetails;
    readonly additional_info: BeneficiaryInfo;
    readonly person_documents: readonly PersonDocument[];
  };
  readonly payer: unknown;
}
