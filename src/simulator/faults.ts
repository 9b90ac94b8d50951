/** Faults that a test arms for the next requests of one operation. They decide how an answer fails to arrive, not what is done. */
export const faultNames = [
  "drop-before",
  "drop-after-apply",
  "5xx-before",
  "5xx-after-apply",
  "html",
  "garbage",
  "wrong-amount",
  "wrong-order",
  "missing-item",
  "hang",
  "slow",
  "foreign-address",
  "script-address",
  "two-forms",
] as const;
export type FaultName = (typeof faultNames)[number];

export const isFaultName = (value: unknown): value is FaultName => faultNames.some((name) => name === value);

export interface Fault {
  readonly name: FaultName;
  /** How long a `slow` answer takes, in real time. */
  readonly ms: number;
}

export class Faults {
  private armed: (Fault & { readonly operation: string; left: number })[] = [];

  arm(operation: string, fault: Fault, count: number): void {
    this.armed.push({ ...fault, operation, left: count });
  }

  /** The fault for this request, if one is armed; used up once. */
  take(operation: string): Fault | null {
    const found = this.armed.find((entry) => entry.left > 0 && entry.operation === operation);
    if (!found) return null;
    found.left -= 1;
    return { name: found.name, ms: found.ms };
  }

  clear(): void {
    this.armed = [];
  }
}

/** Is this a fault that strikes before anything is done? */
export const isBefore = (fault: FaultName | null): boolean =>
  fault === "drop-before" || fault === "5xx-before" || fault === "hang";

export type Delivery = "answer" | "drop" | "error" | "hang";

/** How the answer travels under this fault; null: as the operation itself wants. */
export function deliveryUnder(fault: FaultName | null): Delivery | null {
  switch (fault) {
    case "drop-before":
    case "drop-after-apply":
      return "drop";
    case "5xx-before":
    case "5xx-after-apply":
      return "error";
    case "hang":
      return "hang";
    default:
      return null;
  }
}

/** Where a shopper is sent on: the issuer's address, and the hosted page's form. */
const ADDRESSES = /(<issuer_url>|<form[^>]* action=")([^<"]*)(<|")/g;

/** Spoils an answer's text as the fault says. Signatures are left as they were. */
export function spoil(fault: FaultName | null, body: string): string {
  switch (fault) {
    case "html":
      return "<!doctype html><title>Maintenance</title><p>Back soon</p>";
    case "garbage":
      return "\u0001\u0002{{{";
    case "wrong-amount":
      return body.replace(
        /\b(\d+)\.(\d{2})\b/g,
        (_whole, major: string, minor: string) => `${(BigInt(major) + 1n).toString()}.${minor}`,
      );
    case "wrong-order":
      return body.replace(/(order_no>|"order_no":")([^<"]+)/g, "$1other-order");
    case "missing-item":
      return body.replace(/("(?:(?:capture|cancel|refund|review)_orders|orders_list)":)\[.*\]/, "$1[]");
    case "foreign-address":
      return body.replace(ADDRESSES, "$1https://elsewhere.example/pay$3");
    case "script-address":
      return body.replace(ADDRESSES, "$1javascript:alert(1)$3");
    case "two-forms":
      return body.replace(/(<form.*?<\/form>)/s, "$1$1");
    default:
      return body;
  }
}
