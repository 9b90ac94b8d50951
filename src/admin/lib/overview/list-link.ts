import type { Days } from "./period";
import { momentsOf } from "./period";

/** The list of payments behind a figure: the same filters, and the days in which the payments were started. */
export type ListFilter = Readonly<Record<string, string | readonly string[]>>;

export function listLink(days: Days, filters: readonly ListFilter[]): string {
  const params = new URLSearchParams(momentsOf(days));
  for (const filter of filters)
    for (const [name, value] of Object.entries(filter)) {
      params.delete(name);
      for (const one of typeof value === "string" ? [value] : value) params.append(name, one);
    }
  return `/acquiring?${params.toString()}`;
}

export const AUTHORISED = { state: ["authorised", "captured", "voided"] } as const;
