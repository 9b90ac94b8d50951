/*
 * An outgoing payment in our own terms; `operations/payout.ts` maps it to the request of the gateway's interface. The
 * parts of a person or company keep the interface's names, so that the encrypted, hashed, approved and sent content is
 * the same. It contains bank data: keep it in memory only, and out of logs, errors and workflow inputs.
 */

import type { CurrencyCode, Money } from "./money";

type Texts<Name extends string> = Readonly<Partial<Record<Name, string | undefined>>>;

export type PayoutAddress = Texts<
  "city" | "country_code" | "postcode" | "state" | "street" | "number" | "street_address" | "complement"
>;

export type PayoutBankDetails = Texts<
  | "account_currency"
  | "account_name"
  | "owner_document_number"
  | "account_number"
  | "bank_account_category"
  | "bank_branch"
  | "bank_country_code"
  | "bank_code"
  | "bank_name"
  | "bank_street_address"
  | "binding_mobile_number"
  | "iban"
  | "swift_code"
  | "transaction_reference"
>;

export type PayoutBeneficiaryInfo = Texts<
  | "business_area"
  | "business_phone_number"
  | "business_registration_number"
  | "personal_email"
  | "personal_id_number"
  | "personal_id_type"
  | "personal_mobile_number"
  | "personal_net_monthly_average_income"
  | "personal_phone_country_code"
  | "personal_phone_area_code"
  | "personal_fiscal_country"
>;

export interface PayoutDocument {
  readonly file_type: string;
  readonly file_url: string;
  readonly labels: readonly string[];
}

interface PayoutParty {
  readonly entity_type: string;
  readonly company_name?: string | undefined;
  readonly first_name?: string | undefined;
  readonly last_name?: string | undefined;
  /** `YYYY-MM-DD`. */
  readonly date_of_birth?: string | undefined;
}

export interface PayoutBeneficiary extends PayoutParty {
  readonly address: PayoutAddress;
  readonly bank_details: PayoutBankDetails;
  readonly additional_info: PayoutBeneficiaryInfo;
  readonly person_documents: readonly PayoutDocument[];
}

export interface PayoutPayer extends PayoutParty {
  readonly address?: Texts<"city" | "country_code" | "postcode" | "state" | "street_address"> | undefined;
  readonly additional_info?:
    | Texts<
        | "business_registration_number"
        | "business_registration_type"
        | "external_id"
        | "personal_email"
        | "personal_id_number"
        | "job"
      >
    | undefined;
}

/** The whole request except result address and signature: what an approval covers. Null is not sent. */
export interface PayoutPayload {
  /** UUID; the idempotency key, created with the draft and never replaced. */
  readonly requestId: string;
  /** The amount that the beneficiary receives. */
  readonly money: Money;
  /** For a payout from another currency with a fixed source amount. */
  readonly sourceMoney: Money | null;
  readonly sourceCurrency: CurrencyCode | null;
  readonly beneficiary: PayoutBeneficiary;
  /** The gateway's own ID of the beneficiary. */
  readonly beneficiaryId: string | null;
  readonly payer: PayoutPayer | null;
  /** `SWIFT` was observed. */
  readonly method: string;
  /** `SHARED` was observed. */
  readonly swiftChargeOption: string | null;
  /** `PAYER` was observed. */
  readonly feePaidBy: string | null;
  /** `DepositAccount` was observed. */
  readonly fundSource: string | null;
  /** `YYYY-MM-DD`. */
  readonly paymentDate: string | null;
  readonly reference: string;
  readonly reason: string | null;
  readonly clientData: string | null;
}

export interface PayoutRequest extends PayoutPayload {
  /** Absolute https URL without a query string or `&`. */
  readonly notifyUrl: string;
}
