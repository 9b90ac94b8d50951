import type { PersonRequest } from "../../../api-schema/admin";
import { dayOf } from "../days";

/** Who is searched for, and what an erasure of them asks for. Nothing of it is in the page's address, which logs and bookmarks keep. */
export const PERSON_KINDS = ["email", "customer_id", "order_id"] as const;
export type PersonKind = (typeof PERSON_KINDS)[number];

export interface SoughtBy {
  readonly kind: PersonKind;
  readonly value: string;
}

const LONGEST_ID = 200;
const LONGEST_EMAIL = 320;

/** The number of an order, such as `#8`, is no ID. A store may have IDs of its own, so they need not begin as Medusa's. */
const ID = /^(?!#|\d+$)[^\s@]+$/;

/** Null: not an address or ID of this kind. An address in upper case is the same one. */
export function readPerson(kind: PersonKind, typed: string): SoughtBy | null {
  const value = valueOf(kind, typed);
  if (kind === "email")
    return /^[^\s@]+@[^\s@]+$/.test(value) && value.length <= LONGEST_EMAIL ? { kind, value } : null;
  return ID.test(value) && value.length <= LONGEST_ID ? { kind, value } : null;
}

const valueOf = (kind: PersonKind, typed: string): string =>
  kind === "email" ? typed.trim().toLowerCase() : typed.trim();

type NamedPerson = Pick<PersonRequest, "email" | "customer_id" | "order_id">;

export const bodyOf = ({ kind, value }: SoughtBy): NamedPerson => ({
  ...{ email: null, customer_id: null, order_id: null },
  [kind]: value,
});

/** Whether the typed text is who was searched for. */
export const isTypedAgain = ({ kind, value }: SoughtBy, typed: string): boolean => valueOf(kind, typed) === value;

export const MOST_REASON = 300;

/** The reason of an erasure is kept permanently: the server refuses long numbers and addresses. */
export const namesNobody = (reason: string): boolean => !/\d{4}|@/.test(reason);

/** The day of the export; the person's address would be in the browser's history. */
export const exportName = (exportedAt: string): string => `personal-data-${dayOf(exportedAt)}.json`;
