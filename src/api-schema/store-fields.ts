import { z } from "@medusajs/framework/zod";

/** Fields that several bodies of the storefront API have. */
export const trimmed = (max: number) => z.string().trim().max(max);
export const optionalText = (max: number) => trimmed(max).nullish();

export const url = z.url({ protocol: /^https?$/ }).max(500);

/** The token of a payment link. */
export const linkToken = trimmed(200).min(1);

/** Decimal in major units, such as `12.50`. */
export const partAmount = z
  .string()
  .regex(/^\d{1,15}(\.\d{1,4})?$/, 'must be a decimal in major units such as "12.50"');
