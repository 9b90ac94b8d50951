import type { KeyObject } from "node:crypto";
import { createSecretKey } from "node:crypto";
import { z } from "@medusajs/framework/zod";
import { amountProblem } from "./review-options";

/**
 * Money that leaves: who may let it, within what limits, and how it is written down. Nothing that a wrong guess could
 * make dear has a default: until the unit, the people, the keys and the limits are all there, payouts are off and the
 * store starts as ever (`payoutSetup` says what is missing). A wrong value stops the start. This file only describes.
 */
const people = z
  .array(
    z
      .string()
      .trim()
      .regex(/^\S{1,200}$/, 'must be user ids or e-mail addresses, such as "user_01JABC"'),
    { error: 'must be a list of user ids or e-mail addresses, such as ["user_01JABC"]' },
  )
  .optional();

/** Prints as an empty object; `createCipheriv` and `hkdf` of Node take it as it is. */
export interface EncryptionKey {
  readonly id: string;
  readonly key: KeyObject;
}

const KEY_BYTES = 32;

const secretKey = z
  .string({ error: "is missing; set the environment variable it is read from" })
  .transform((text, context) => {
    const bytes = /^[0-9a-fA-F]{64}$/.test(text) ? Buffer.from(text, "hex") : base64Bytes(text);
    const problem = bytes === null ? NOT_A_KEY : keyProblem(bytes);
    if (bytes !== null && problem === null) return createSecretKey(bytes);
    context.addIssue({ code: "custom", message: problem ?? NOT_A_KEY });
    return z.NEVER;
  });

const NOT_A_KEY = "must be 32 random bytes as base64 or hex; make one with: openssl rand -base64 32";

/** What decodes to 32 bytes and has no other spelling. */
function base64Bytes(text: string): Buffer | null {
  const standard = text.replaceAll("-", "+").replaceAll("_", "/");
  if (!/^[A-Za-z0-9+/]{43}=?$/.test(standard)) return null;
  return Buffer.from(standard, "base64");
}

/** A key that repeats itself was typed, not drawn: of 32 random bytes fewer than 16 different ones never come. */
function keyProblem(bytes: Buffer): string | null {
  if (bytes.byteLength !== KEY_BYTES) return NOT_A_KEY;
  return new Set(bytes).size < 16 ? "is a placeholder; make a key with: openssl rand -base64 32" : null;
}

const EncryptionKeys = z
  .array(
    z.strictObject({
      /** Written beside what the key has sealed; never used again for another key. */
      id: z
        .string({ error: 'is missing; write a short name such as "2026-11"' })
        .regex(/^[A-Za-z0-9-]{1,30}$/, "must be letters, digits and dashes"),
      key: secretKey,
    }),
    { error: "must be a list such as [{ id, key }]" },
  )
  .refine((keys) => new Set(keys.map(({ id }) => id)).size === keys.length, "has two keys of one id");

const amount = z.string({ error: 'is missing; write a text such as "500.00"' });
const Limit = z.strictObject({
  /** Of one payout. */
  payout: amount,
  /** Of all payouts of the currency within 24 hours, whatever account pays them. */
  day: amount,
  /** Of all payouts to one beneficiary within 24 hours. */
  beneficiary: amount,
});

const Limits = z.record(z.string(), Limit).superRefine((limits, context) => {
  for (const [code, limit] of Object.entries(limits)) {
    for (const [name, value] of Object.entries(limit)) {
      const problem = amountProblem(code, value);
      if (problem) context.addIssue({ code: "custom", path: [code, name], message: problem });
    }
  }
});

const text = (longest: number): z.ZodOptional<z.ZodString> =>
  z.string().trim().min(1, "is empty").max(longest).optional();

/** The interface's payer object, sent as it stands. */
const Payer = z.strictObject({
  entity_type: z.string({ error: 'is missing; write "COMPANY" or "INDIVIDUAL"' }).min(1, "is empty").max(30),
  company_name: text(200),
  first_name: text(100),
  last_name: text(100),
  date_of_birth: text(10),
  address: z
    .strictObject({
      city: text(100),
      country_code: text(2),
      postcode: text(20),
      state: text(100),
      street_address: text(300),
    })
    .optional(),
  additional_info: z
    .strictObject({
      business_registration_number: text(50),
      business_registration_type: text(50),
      external_id: text(50),
      personal_email: text(100),
      personal_id_number: text(50),
      job: text(100),
    })
    .optional(),
});

export const PayoutOptions = z.strictObject({
  /** The unit of amounts on the wire. No default: a wrong guess pays a hundredth or a hundredfold. */
  amountUnit: z
    .enum(["major", "minor"], { error: 'must be "major" or "minor"; ask the gateway which it takes' })
    .optional(),
  /** Who may approve a payout that somebody else prepared; an empty list is nobody. */
  approvers: people,
  /** The first key seals, all of them open: put a new key first and keep the old one until the job has sealed all anew. */
  encryptionKeys: EncryptionKeys.optional(),
  /** By currency, in major units. A currency without limits cannot be paid out. */
  limits: Limits.optional(),
  /** How many others have to approve one payout. */
  approvalsNeeded: z.number().int().min(1).max(5).default(1),
  /** How many hours nothing is sent to a new or changed beneficiary. */
  coolDownHours: z.number().int().min(0).max(720).default(24),
  /** After how many hours an approval that was not used is worth nothing any more. */
  approvalExpiresHours: z.number().int().min(1).max(720).default(72),
  /** Who may see bank data in full; by default the approvers. */
  revealers: people,
  /** Who pays, as the gateway is told; without it the gateway takes the account's holder. */
  payer: Payer.optional(),
  /** The accounts that may pay out; by default all. */
  accounts: z.array(z.string(), { error: 'must be a list of keys of "accounts"' }).optional(),
});
export type PayoutOptions = z.output<typeof PayoutOptions>;
export type PayoutUnit = NonNullable<PayoutOptions["amountUnit"]>;
