import type { Lock } from "./runtime-tree.cjs";

interface Component {
  readonly "bom-ref": string;
  readonly group?: string;
  readonly name: string;
  readonly version: string;
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
}

/** What is used of a CycloneDX document. */
export interface Bill {
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}

/** The document with npm's SHA-512 of each package. */
export function withHashes(bill: Bill, lock: Lock): Bill;
/** The document with a serial number that its content alone decides. */
export function withSerialNumber(bill: Bill): Bill & { readonly serialNumber: string };
/** What the document lists and a store does not install, and the reverse. */
export function differencesFrom(bill: Bill, lock: Lock): string[];
