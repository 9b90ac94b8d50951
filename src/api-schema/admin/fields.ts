import { z } from "@medusajs/framework/zod";

/** What filters and bodies of several routes have alike. */

/** In an address a list is repeated (`state=captured&state=voided`); one alone is a list, too. */
export const several = <T extends z.ZodType>(one: T) =>
  z.preprocess((value) => (Array.isArray(value) ? value : [value]), z.array(one).max(50)).optional();

export const moment = z.iso.datetime({ offset: true });

/** An amount that somebody sets: a price, a payout. What may be asked for is longer. */
export const decimal = z.string().regex(/^\d{1,12}(\.\d{1,4})?$/, "must be a decimal in major units");

/** What is left empty is not there. A step before the text and not after it: the description of the API shows both ends. */
export const text = (max: number) => z.preprocess(emptyIsNone, z.string().trim().max(max).optional()).optional();

const emptyIsNone = (value: unknown): unknown => (typeof value === "string" && value.trim() === "" ? undefined : value);
