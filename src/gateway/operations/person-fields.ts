/* The `person` object on the wire. What it does not list is dropped, so that nothing else is sent. */

import { z } from "@medusajs/framework/zod";

const text = z.string().optional();

const BankAccount = z.object({
  account_type: text,
  account_number: text,
  branch_number: text,
  owner_document_number: text,
  owner_name: text,
  branch_country: text,
  currency: text,
  bank: z.object({ code: text, name: text }).optional(),
});

export const PersonWire = z.object({
  document_number: text,
  document_type: text,
  social_name: text,
  email: text,
  phone_country_code: text,
  phone_area_code: text,
  phone_number: text,
  /** `DD-MM-YYYY`. */
  birth_date: text,
  net_monthly_average_income: text,
  address_street: text,
  address_number: text,
  address_complement: text,
  address_postal_code: text,
  address_city: text,
  address_state: text,
  address_country: text,
  fiscal_country: text,
  documents: z
    .object({
      file_type: text,
      file_data: text,
      file_url: text,
      labels: z.object({ person_bank_account_id: text, bank_account: BankAccount.optional() }).optional(),
    })
    .optional(),
});
