import { heldScope, previewRetention } from "../../application/privacy/apply-retention";
import type { LegalHoldRow } from "../../application/privacy/legal-holds";
import type { FoundPerson } from "../../application/privacy/export-person";
import { databaseTime } from "../../application/privacy/person-scope";
import type { RetentionOptions } from "../../options/attention-options";
import type { Database } from "../store/store-database";

/** What the command `privacy` prints. */
export const personLines = ({ customer_ids, emails, sections, refusals }: FoundPerson): readonly string[] => [
  ...customer_ids.map((id) => `customer: ${id}`),
  ...emails.map((email) => `e-mail: ${email}`),
  ...Object.entries(sections).map(([section, rows]) => `${section}: ${String(rows)}`),
  ...(refusals.length === 0 ? ["It can be erased."] : refusals),
];

export const holdLine = (hold: LegalHoldRow): string =>
  [
    hold.id,
    `${hold.subject_kind} ${hold.subject}`,
    hold.until === null ? "until it is released" : `until ${hold.until.toISOString()}`,
    hold.reason,
    `by ${hold.placed_by}`,
    ...(hold.released_at === null ? [] : [`released ${hold.released_at.toISOString()}`]),
  ].join("; ");

export async function retentionLines(pg: Database, options: RetentionOptions): Promise<readonly string[]> {
  const now = await databaseTime(pg);
  const kinds = await previewRetention(pg, { options, held: await heldScope(pg, now), now });
  return kinds.map(({ kind, days, due, oldest, onHold }) =>
    [
      `${kind}: ${days === null ? "kept" : `${String(days)} days`}`,
      `${String(due)} now`,
      ...(oldest === null ? [] : [`the oldest of ${oldest.toISOString()}`]),
      ...(onHold === 0 ? [] : [`${String(onHold)} on legal hold`]),
    ].join(", "),
  );
}
