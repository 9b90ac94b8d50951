import type { FieldError } from "../../api-schema/errors";
import type { PaymentChoice } from "../../api-schema/store-payment-choice";

/** Fields that an alternative payment method requires and the customer has not filled in. Pure. */
export function missingFields(requires: readonly string[], valueAt: (path: string) => unknown): FieldError[] {
  return requires
    .filter((path) => isMissing(valueAt(path)))
    .map((path) => ({ field: `method.${path}`, message: "This payment method requires this field." }));
}

const isMissing = (value: unknown): boolean => value === undefined || value === null || value === "";

export function valueOf(choice: Extract<PaymentChoice, { type: "apm" }>, path: string): unknown {
  let value: unknown = choice;
  for (const name of path.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
    value = Object.entries(value).find(([key]) => key === name)?.[1];
  }
  return value;
}

export const methodRefusal = (code: string): string =>
  `"${code.replace(/[^a-z0-9_-]/gi, "").slice(0, 50)}" is not available for this cart. Use a method that POST /store/acquiring/payment-methods returns.`;
