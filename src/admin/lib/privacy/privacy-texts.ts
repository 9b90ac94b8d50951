import type { ErasureBlocker, LegalHold, PersonSummary, RetentionKind } from "../../../api-schema/admin";
import type { Translate } from "../texts";
import type { PersonKind } from "./person-search";

/** Names of what the server counts. */
export const SECTIONS = [
  "payments",
  "operations",
  "journal",
  "messages_of_the_gateway",
  "audit_trail",
  "attention_items",
  "saved_cards",
  "review_votes",
  "disputes",
  "emails_about_payments",
  "bulk_captures",
  "payment_links",
  "refund_proposals",
  "refund_approvals",
  "legal_holds",
  "subscriptions",
  "history_of_subscriptions",
  "charges_of_subscriptions",
  "payment_sessions_of_medusa",
  "payments_of_medusa",
  "refunds_of_medusa",
  "emails_of_medusa",
] as const;
type Section = (typeof SECTIONS)[number];

const isSection = (name: string): name is Section => (SECTIONS as readonly string[]).includes(name);

/** One that this page does not know is shown as the server calls it. */
export const sectionName = (t: Translate, name: string): string =>
  isSection(name) ? t(`privacy.section.${name}`) : name;

export interface SectionCount {
  readonly name: string;
  readonly stored: number;
  readonly toErase: number;
}

/** In the order of the names above. */
export const sectionCounts = ({ sections, to_erase: left }: PersonSummary): readonly SectionCount[] =>
  Object.entries(sections)
    .map(([name, stored]) => ({ name, stored, toErase: left[name] ?? 0 }))
    .sort((one, other) => placeOf(one.name) - placeOf(other.name));

const placeOf = (name: string): number => (isSection(name) ? SECTIONS.indexOf(name) : SECTIONS.length);

export const recordsIn = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/** What prevents an erasure, and what to do about it. `hold`: the legal hold, if the page has it. */
export function blockerText(
  t: Translate,
  { kind, name, attention_kind: item }: ErasureBlocker,
  hold?: LegalHold,
): string {
  const called = hold?.reason ?? (item === null ? name : t(`attention.name.${item}`));
  return t(`privacy.blocker.${kind}`, { name: called });
}

/** The option that decides how long it is kept. */
export const RETENTION_OPTIONS: Readonly<Record<RetentionKind, string>> = {
  inbox: "retention.inboxDays",
  redirects: "retention.redirectDays",
  notes: "retention.noteDays",
  links: "retention.linkDays",
  removed_cards: "retention.removedCardDays",
};

export const HOLD_SUBJECTS: Readonly<Record<PersonKind, LegalHold["subject_kind"]>> = {
  email: "email",
  customer_id: "customer",
  order_id: "order",
};

export const SUBJECT_KINDS: Readonly<Record<LegalHold["subject_kind"], PersonKind>> = {
  email: "email",
  customer: "customer_id",
  order: "order_id",
};
