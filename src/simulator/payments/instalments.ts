import type { Fields } from "../context";
import { textOf } from "../context";

/** The instalments of a payment request. The interface names two text fields and nothing of their values. */
export interface AskedInstalments {
  readonly count: string;
  readonly plan: string;
}

export const askedInstalments = (fields: Fields): AskedInstalments | null => {
  const [count, plan] = [textOf(fields, "installments"), textOf(fields, "installments_id")];
  return count === "" && plan === "" ? null : { count, plan };
};

/** The field that is wrong, or null: both are texts, and a plan needs the number of its instalments (our default). */
export function wrongInstalments(fields: Fields): string | null {
  const wrong = ["installments", "installments_id"].find((name) => {
    const value = fields[name];
    return value !== undefined && value !== null && typeof value !== "string";
  });
  if (wrong !== undefined) return wrong;
  const asked = askedInstalments(fields);
  if (asked === null) return null;
  if (!/^\S{1,50}$/.test(asked.count)) return "installments";
  return /^\S{0,50}$/.test(asked.plan) ? null : "installments_id";
}
