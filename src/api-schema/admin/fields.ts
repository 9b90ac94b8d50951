import { z } from "@medusajs/framework/zod";

/** In a query string a list is repeated (`state=captured&state=voided`); a single value is a list, too. */
export const several = <T extends z.ZodType>(one: T) =>
  z.preprocess((value) => (Array.isArray(value) ? value : [value]), z.array(one).max(50)).optional();

export const moment = z.iso.datetime({ offset: true });

/** An amount entered by a user: a price, a payout. Search filters allow more digits. */
export const decimal = z.string().regex(/^\d{1,12}(\.\d{1,4})?$/, "must be a decimal in major units");

/** An empty text counts as missing. A preprocess step, because the OpenAPI description needs both types. */
export const text = (max: number) => z.preprocess(emptyIsNone, z.string().trim().max(max).optional()).optional();

const emptyIsNone = (value: unknown): unknown => (typeof value === "string" && value.trim() === "" ? undefined : value);
