import { z } from "@medusajs/framework/zod";
import { optionalText, trimmed, url } from "./store-fields";

/** What a customer chooses and enters to pay: the method with its fields, and the browser that they use. */
export const CardInput = z.strictObject({
  /** Digits; spaces and dashes are removed. */
  number: trimmed(32),
  /** `1`..`12` or `01`..`12`. */
  expiry_month: trimmed(2),
  /** Two or four digits. */
  expiry_year: trimmed(4),
  security_code: trimmed(4),
  holder_first_name: trimmed(60).min(1),
  holder_last_name: trimmed(60).min(1),
});
export type CardInput = z.infer<typeof CardInput>;

export const DeviceInput = z.strictObject({
  os: optionalText(40),
  browser: optionalText(60),
  language: optionalText(20),
  /** Hours from UTC as text. */
  time_zone: optionalText(8),
  resolution: optionalText(20),
  color_depth: optionalText(8),
  type: optionalText(20),
  fingerprint: optionalText(128),
  /** Size of the 3-D Secure window: `01` 250×400, `02` 390×400, `03` 500×600, `04` 600×400, `05` full page. */
  challenge_window_size: z.enum(["01", "02", "03", "04", "05"]).optional(),
});
export type DeviceInput = z.infer<typeof DeviceInput>;

const BankAccount = z.strictObject({
  account_type: optionalText(40),
  account_number: optionalText(40),
  branch_number: optionalText(40),
  owner_document_number: optionalText(40),
  owner_name: optionalText(100),
  branch_country: optionalText(2),
  currency: optionalText(3),
  bank: z.strictObject({ code: optionalText(40), name: optionalText(100) }).nullish(),
});

/** The payer, if a method needs more than the addresses (interface, "person fields"); see `PaymentMethod.fields`. */
export const PersonInput = z.strictObject({
  document_number: optionalText(40),
  document_type: optionalText(20),
  social_name: optionalText(100),
  email: optionalText(100),
  phone_country_code: optionalText(5),
  phone_area_code: optionalText(5),
  phone_number: optionalText(20),
  /** `YYYY-MM-DD`; converted for the gateway. */
  birth_date: z.iso.date().nullish(),
  net_monthly_average_income: optionalText(20),
  address_street: optionalText(200),
  address_number: optionalText(20),
  address_complement: optionalText(100),
  address_postal_code: optionalText(20),
  address_city: optionalText(100),
  address_state: optionalText(100),
  address_country: optionalText(2),
  fiscal_country: optionalText(2),
  documents: z
    .strictObject({
      file_type: optionalText(20),
      /** Base64; the whole request is at most 12 KB, so larger files need `file_url`. */
      file_data: optionalText(2_000),
      file_url: url.nullish(),
      labels: z
        .strictObject({ person_bank_account_id: optionalText(50), bank_account: BankAccount.nullish() })
        .nullish(),
    })
    .nullish(),
});
export type PersonInput = z.infer<typeof PersonInput>;

/** Result of a 3-D Secure authentication made elsewhere; accepted only if the shop's options allow it. */
export const ThreeDsInput = z.strictObject({
  /** `00` to `07`. */
  eci: z.string().regex(/^0?[0-7]$/),
  cavv: trimmed(64).min(1),
  xid: optionalText(64),
  ds_trans_id: optionalText(64),
});
export type ThreeDsInput = z.infer<typeof ThreeDsInput>;

/** The payment method: `type` is the `mode` of the chosen `PaymentMethod`, or `saved_card`. */
export const PaymentChoice = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("card"),
    card: CardInput,
    /** Save the card for next time; only for a logged-in customer. */
    save: z.boolean().optional(),
    three_ds: ThreeDsInput.optional(),
  }),
  z.strictObject({ type: z.literal("saved_card"), id: trimmed(64).min(1), security_code: optionalText(4) }),
  z.strictObject({ type: z.literal("checkout"), presentation: z.enum(["page", "iframe"]) }),
  z.strictObject({
    type: z.literal("apm"),
    /** `PaymentMethod.code`. */
    method: trimmed(50).min(1),
    /** One of `PaymentMethod.banks`, if there are any. */
    bank_code: optionalText(50),
    person: PersonInput.optional(),
  }),
]);
export type PaymentChoice = z.infer<typeof PaymentChoice>;
