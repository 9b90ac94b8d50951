import type { RecoverResult, RecoveryRow } from "../../application/worker/recover";

const open = (rows: readonly RecoveryRow[]): readonly string[] =>
  rows.length === 0
    ? ["No recovery is open."]
    : rows.map(
        ({ account, reason, details, started_at: at, queried }) =>
          `Recovery of ${account === "*" ? "every account" : `account ${account}`} since ${at.toISOString()} (${reason}): ${details} ${String(queried)} payments queried so far.`,
      );

function result({ queried, changed, heldPayouts, stillOpen, unanswered }: RecoverResult): readonly string[] {
  const told = `${String(queried)} payments queried, ${String(changed)} changed, ${String(heldPayouts)} payouts held`;
  if (stillOpen === 0) return [`${told}. Recovery has ended: the store sends again.`];
  const first = unanswered.slice(0, 20).join(", ");
  return [
    `${told}. Still open: ${String(unanswered.length)} queries without a final response${first ? ` (${first})` : ""}.`,
    "Nothing is sent. The store retries every minute; run this command again to see the progress.",
  ];
}

const forPerson = (items: readonly { readonly kind: string; readonly message: string }[]): readonly string[] =>
  items.length === 0 ? [] : ["For a person:", ...items.map(({ message }) => `  - ${message}`)];

export const linesOf = { open, result, forPerson };
