import type { ApmMethod, ApmOptions } from "./apm-options";
import type { z } from "@medusajs/framework/zod";
import { catalogue } from "./payment-method-catalogue";

/** The alternative payment methods of this store: the options completed from the catalogue. Pure; computed once at startup. */
export interface ResolvedMethod {
  readonly code: string;
  /** The gateway's name. */
  readonly wireName: string;
  readonly name: string;
  /** An https URL from the options, since only the brand may permit the use of its mark; null: show the name only. */
  readonly icon: string | null;
  /** Empty: every country. */
  readonly countries: readonly string[];
  /** Empty: every currency. */
  readonly currencies: readonly string[];
  readonly paysLater: boolean;
  readonly banks: readonly { readonly code: string; readonly name: string }[];
  /** Paths of required inputs: `person.document_number`, `bank_code`. */
  readonly requires: readonly string[];
  readonly expiresAfterMs: number;
}

/** In the order of the options. */
export const resolveMethods = (apm: z.output<typeof ApmOptions>): readonly ResolvedMethod[] =>
  apm.methods.map((entry) => resolve(typeof entry === "string" ? { code: entry } : entry, apm.expiresAfterMs));

function resolve(given: ApmMethod, expiresAfterMs: number): ResolvedMethod {
  const { code } = given;
  const known = catalogue.get(code);
  const name = given.name ?? known?.name ?? code;
  return {
    code,
    wireName: given.wireName ?? code,
    name,
    icon: given.icon ?? null,
    countries: given.countries ?? known?.countries ?? [],
    currencies: given.currencies ?? known?.currencies ?? [],
    paysLater: given.paysLater ?? known?.paysLater ?? false,
    banks: given.banks ?? known?.banks ?? [],
    requires: given.requires ?? known?.requires ?? [],
    expiresAfterMs: given.expiresAfterMs ?? expiresAfterMs,
  };
}

/** The display name: from the options, from the catalogue, or else derived from the code. */
export const nameOfMethod = (methods: readonly ResolvedMethod[], code: string): string =>
  methods.find((method) => method.code === code)?.name ?? catalogue.get(code)?.name ?? readable(code);

const readable = (code: string): string => {
  const words = code.replace(/[-_.\s]+/g, " ").trim();
  return words === "" ? code : words.charAt(0).toUpperCase() + words.slice(1);
};

/** The methods for a cart. While the country is unknown, the methods of every country. */
export function methodsFor(
  methods: readonly ResolvedMethod[],
  { country, currency }: { readonly country: string | null; readonly currency: string },
): readonly ResolvedMethod[] {
  const [here, paidIn] = [country?.toUpperCase(), currency.toUpperCase()];
  return methods.filter(
    ({ countries, currencies }) =>
      (currencies.length === 0 || currencies.includes(paidIn)) &&
      (countries.length === 0 || here === undefined || countries.includes(here)),
  );
}

/** Ranked methods first, by the gateway's names; the rest keeps the order of the options. */
export function orderMethods(
  methods: readonly ResolvedMethod[],
  ranking: readonly string[] | null,
): readonly ResolvedMethod[] {
  if (ranking === null) return methods;
  const rank = ({ wireName }: ResolvedMethod): number => {
    const at = ranking.indexOf(wireName);
    return at < 0 ? ranking.length : at;
  };
  return [...methods].sort((a, b) => rank(a) - rank(b));
}
