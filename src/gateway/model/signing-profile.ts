/*
 * The signature's part of the profile: the recipe as options, with our confidence
 * in each default (docs/configuration.md#the-profile). The field lists of every
 * operation are in `signing.ts`.
 */

import { z } from "@medusajs/framework/zod";
import { wireField } from "./wire-field";

export const signedOperations = [
  "authorise",
  "authoriseToken",
  "authoriseApm",
  "checkout",
  "optimise",
  "capture",
  "cancel",
  "refund",
  "review",
  "cancelSubscription",
  "payout",
  "retrievalTrans",
  "retrievalRefund",
  "notification",
  "payoutNotification",
  "authoriseResponse",
  "captureResponse",
  "cancelResponse",
  "refundResponse",
  "reviewResponse",
  "cancelSubscriptionResponse",
  "payoutResponse",
  "retrievalRefundResponse",
] as const;
export type SignedOperation = (typeof signedOperations)[number];

/** A custom signature: gets the operation, the values in wire form and the key, returns the signature. */
export type CustomSign = (operation: SignedOperation, payload: Readonly<Record<string, string>>, key: string) => string;

const FieldLists = z.partialRecord(z.enum(signedOperations), z.array(wireField).min(1));

export const Signing = z.strictObject({
  /** How the values become one text. `concat` (0.9): plain concatenation, SHA-256, lower-case hex. */
  preset: z.enum(["concat", "sorted-values", "sorted-json", "hmac-sha256"]).default("concat"),
  /** Per operation: which fields, in which order. Defaults in `signing.ts`. */
  fields: FieldLists.default({}),
  /** Letter case of the hex digest that is sent (0.9); comparisons ignore it. */
  case: z.enum(["lower", "upper"]).default("lower"),
  /** What is removed from each value before hashing (0.55: public material says all white space). */
  whitespace: z.enum(["strip-all", "trim", "none"]).default("strip-all"),
  /** The position of the key (0.95). */
  keyPosition: z.enum(["last", "first", "both"]).default("last"),
  /**
   * The effect of an invalid or missing signature on a response: `observe` records it, `enforce` makes the outcome
   * unknown (0.55).
   */
  responses: z.enum(["observe", "enforce", "off"]).default("observe"),
  sign: z.custom<CustomSign>((value) => typeof value === "function", "must be a function").optional(),
});
