import type { Transaction } from "../payments/transaction";
import { escapeMarkup } from "../http/xml";

/** Forms of the sandbox page, each a call of the control API. All values are escaped here. */
export type Hidden = Readonly<Record<string, string>>;

/** Identifies a transaction in a call; an order number may have several. */
export const nameOf = ({ order_no, transaction_id }: Transaction): Hidden => ({ order_no, transaction_id });

export const button = (action: string, label: string, hidden: Hidden): string => form(action, { hidden, label });

export function form(
  action: string,
  { hidden, label, inputs = "" }: { readonly hidden: Hidden; readonly label: string; readonly inputs?: string },
): string {
  const kept = Object.entries(hidden).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeMarkup(value)}">`,
  );
  return `<form method="post" action="/_control/${action}">${kept.join("")}${inputs}<button>${label}</button></form>`;
}

export const input = (name: string, label: string, value = ""): string =>
  `<label>${label} <input name="${name}" value="${escapeMarkup(value)}" size="10" autocomplete="off"></label>`;

export const choice = (name: string, label: string, values: readonly string[]): string =>
  `<label>${label} <select name="${name}">${values.map((value) => `<option>${escapeMarkup(value)}</option>`).join("")}</select></label>`;
