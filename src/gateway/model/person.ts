/*
 * The `person` object of alternative methods in the gateway's interface, in its own field names, all optional; each
 * method has its own requirements.
 */

type Text = string | null | undefined;

export interface PersonInput {
  readonly document_number?: Text;
  readonly document_type?: Text;
  readonly social_name?: Text;
  readonly email?: Text;
  readonly phone_country_code?: Text;
  readonly phone_area_code?: Text;
  readonly phone_number?: Text;
  /** `YYYY-MM-DD`. */
  readonly birth_date?: Text;
  readonly net_monthly_average_income?: Text;
  readonly address_street?: Text;
  readonly address_number?: Text;
  readonly address_complement?: Text;
  readonly address_postal_code?: Text;
  readonly address_city?: Text;
  readonly address_state?: Text;
  readonly address_country?: Text;
  readonly fiscal_country?: Text;
  readonly documents?: PersonDocuments | null | undefined;
}

export interface PersonDocuments {
  readonly file_type?: Text;
  readonly file_data?: Text;
  readonly file_url?: Text;
  readonly labels?:
    | { readonly person_bank_account_id?: Text; readonly bank_account?: PersonBankAccount | null | undefined }
    | null
    | undefined;
}

export interface PersonBankAccount {
  readonly account_type?: Text;
  readonly account_number?: Text;
  readonly branch_number?: Text;
  readonly owner_document_number?: Text;
  readonly owner_name?: Text;
  readonly branch_country?: Text;
  readonly currency?: Text;
  readonly bank?: { readonly code?: Text; readonly name?: Text } | null | undefined;
}
