import type { KeyObject } from "node:crypto";
import { createSecretKey } from "node:crypto";
import { z } from "@medusajs/framework/zod";
import { amountProblem } from "./review-options";
import { PayoutUnit } from "../gateway/model/payout-profile";

/**
 * Payouts: who may send them, within which limits, and how their data is encrypted. Payouts can't be reversed, so every
 * option where a wrong guess could cost money must be set explicitly: until the unit, the people, the keys and the
 * limits are set, payouts are off and the store starts normally (`payoutSetup` reports what is missing). An invalid
 * value stops the start.
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

/** Prints as an empty object; Node's `createCipheriv` and `hkdf` accept it directly. */
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

/** The bytes of a 32-byte key in canonical base64, else null. */
function base64Bytes(text: string): Buffer | null {
  const standard = text.replaceAll("-", "+").replaceAll("_", "/");
  if (!/^[A-Za-z0-9+/]{43}=?$/.test(standard)) return null;
  return Buffer.from(standard, "base64");
}

/** A key with many repeated bytes was typed, not generated: 32 random bytes practically never have fewer than 16 different ones. */
function keyProblem(bytes: Buffer): string | null {
  if (bytes.byteLength !== KEY_BYTES) return NOT_A_KEY;
  return new Set(bytes).size < 16 ? "is a placeholder; make a key with: openssl rand -base64 32" : null;
}

const EncryptionKeys = z
  .array(
    z.strictObject({
      /** Stored with everything the key encrypts; never reuse it for another key. */
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
  /** Limit of one payout. */
  payout: amount,
  /** Limit of all payouts of the currency within 24 hours, across all accounts. */
  day: amount,
  /** Limit of all payouts to one beneficiary within 24 hours. */
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

/** The interface's payer object, sent unchanged. */
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
  /** The unit of amounts on the wire. No default: a wrong guess would be off by a factor of 100. */
  amountUnit: PayoutUnit.optional(),
  /** Who may approve a payout that another user prepared; an empty list: no user. */
  approvers: people,
  /** The first key encrypts, all keys decrypt: add a new key in front and keep the old one until the job has re-encrypted all data. */
  encryptionKeys: EncryptionKeys.optional(),
  /** By currency, in major units. A currency without limits cannot be paid out. */
  limits: Limits.optional(),
  /** How many other users must approve one payout. */
  approvalsNeeded: z.number().int().min(1).max(5).default(1),
  /** Hours during which nothing is sent to a new or changed beneficiary. */
  coolDownHours: z.number().int().min(0).max(720).default(24),
  /** Hours after which an unused approval expires. */
  approvalExpiresHours: z.number().int().min(1).max(720).default(72),
  /** Who may see full bank data. Default: the approvers. */
  revealers: people,
  /** The payer as sent to the gateway; without it the gateway uses the account holder. */
  payer: Payer.optional(),
  /** The accounts that may pay out. Default: all. */
  accounts: z.array(z.string(), { error: 'must be a list of keys of "accounts"' }).optional(),
});
export type PayoutOptions = z.output<typeof PayoutOptions>;
