import type { ApmMethod, ApmOptions } from "./apm-options";
import type { z } from "@medusajs/framework/zod";
import { catalogue } from "./payment-method-catalogue";

/**
 * The alternative payment methods that this store offers, in full: what the owner
 * wrote, filled in from the catalogue. Pure, and made once at the start.
 */
export interface ResolvedMethod {
  readonly code: string;
  /** What the gateway calls it. */
  readonly wireName: string;
  readonly name: string;
  /** An https address that the owner gave, since a brand's mark is the brand's to allow; null: its name is enough. */
  readonly icon: string | null;
  /** Empty: everywhere. */
  readonly countries: readonly string[];
  /** Empty: any. */
  readonly currencies: readonly string[];
  readonly paysLater: boolean;
  readonly banks: readonly { readonly code: string; readonly name: string }[];
  /** Paths that must be given: `person.document_number`, `bank_code`. */
  readonly requires: readonly string[];
  readonly expiresAfterMs: number;
}

/** In the owner's order. */
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

/** A method's name for people: the owner's, the catalogue's, or its code in readable form where nobody has named it. */
export const nameOfMethod = (methods: readonly ResolvedMethod[], code: string): string =>
  methods.find((method) => method.code === code)?.name ?? catalogue.get(code)?.name ?? readable(code);

const readable = (code: string): string => {
  const words = code.replace(/[-_.\s]+/g, " ").trim();
  return words === "" ? code : words.charAt(0).toUpperCase() + words.slice(1);
};

/** Those for a cart. While the country is not known, methods of every country are shown. */
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

/** Ranked ones first, by the gateway's own names; the rest keeps the owner's order. */
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
