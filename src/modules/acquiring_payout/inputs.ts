type Texts<Name extends string> = Readonly<Partial<Record<Name, string | undefined>>>;

export const addressFields = [
  "city",
  "country_code",
  "postcode",
  "state",
  "street",
  "number",
  "street_address",
  "complement",
] as const;
export const bankFields = [
  "account_currency",
  "account_name",
  "owner_document_number",
  "account_number",
  "bank_account_category",
  "bank_branch",
  "bank_country_code",
  "bank_code",
  "bank_name",
  "bank_street_address",
  "binding_mobile_number",
  "iban",
  "swift_code",
  "transaction_reference",
] as const;
export const infoFields = [
  "business_area",
  "business_phone_number",
  "business_registration_number",
  "personal_email",
  "personal_id_number",
  "personal_id_type",
  "personal_mobile_number",
  "personal_net_monthly_average_income",
  "personal_phone_country_code",
  "personal_phone_area_code",
  "personal_fiscal_country",
] as const;

export type PostalAddress = Texts<(typeof addressFields)[number]>;
export type BankDetails = Texts<(typeof bankFields)[number]>;
export type BeneficiaryInfo = Texts<(typeof infoFields)[number]>;

export interface PersonDocument {
  readonly file_type: string;
  readonly file_url: string;
  readonly labels: readonly string[];
}

export interface BeneficiaryInput {
  readonly display_name?: string | undefined;
  readonly entity_type: "COMPANY" | "INDIVIDUAL";
  readonly company_name?: string | undefined;
  readonly first_name?: string | undefined;
  readonly last_name?: string | undefined;
  readonly date_of_birth?: string | undefined;
  readonly address: PostalAddress;
  readonly bank_details: BankDetails;
  readonly additional_info: BeneficiaryInfo;
  readonly person_documents: readonly PersonDocument[];
  readonly gateway_beneficiary_id?: string | undefined;
  readonly customer_id?: string | undefined;
}

export interface PayoutInput {
  readonly beneficiary_id: string;
  readonly account?: string | undefined;
  /** In major units. */
  readonly amount: string;
  readonly currency: string;
  readonly payment_method: string;
  readonly swift_charge_option?: string | undefined;
  readonly fee_paid_by?: string | undefined;
  readonly fund_source?: string | undefined;
  readonly source_amount?: string | undefined;
  readonly source_currency?: string | undefined;
  readonly payment_date?: string | undefined;
  readonly reference: string;
  readonly reason?: string | undefined;
  readonly client_data?: string | undefined;
  readonly order_id?: string | undefined;
  readonly customer_id?: string | undefined;
  readonly note?: string | undefined;
}

export interface InputProblem {
  readonly path: string;
  readonly message: string;
}
