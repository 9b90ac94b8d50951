import type { CapturePolicyPage, CapturePolicyRule, CaptureTime, ExpiryAction } from "../../../api-schema/admin";

/** Which payments a rule names, and what the accounts among them can do. */
export type PolicyChoices = Pick<CapturePolicyPage, "accounts" | "regions" | "sales_channels" | "methods">;

export const SCOPES = ["account", "region_id", "sales_channel_id", "method"] as const;
export type Scope = (typeof SCOPES)[number];
export type RuleScope = Pick<CapturePolicyRule, Scope>;

export const CAPTURE_TIMES: readonly CaptureTime[] = [
  "on_order",
  "on_fulfilment",
  "on_shipment",
  "before_expiry",
  "manual",
];
export const EXPIRY_ACTIONS: readonly ExpiryAction[] = ["remind", "capture", "void"];
export const CARD = "card";

/** The accounts whose payments the rule can match. */
export const accountsOf = ({ account }: Pick<RuleScope, "account">, { accounts }: PolicyChoices) =>
  account === null ? accounts : accounts.filter(({ key }) => key === account);

/** Several captures of one payment are not possible on some of its accounts, and items can be sent one by one. */
export const needsSingleCapture = (
  { account, capture }: Pick<RuleScope, "account"> & { readonly capture: CaptureTime | null },
  choices: PolicyChoices,
): boolean =>
  (capture === "on_fulfilment" || capture === "on_shipment") &&
  accountsOf({ account }, choices).some(({ captures_in_parts: inParts }) => !inParts);

/** The shortest validity of an authorisation in hours; null without an account. */
export function shortestValidity(rule: Pick<RuleScope, "account">, choices: PolicyChoices): number | null {
  const days = accountsOf(rule, choices).map(({ authorisation_valid_days: valid }) => valid);
  return days.length === 0 ? null : Math.min(...days) * 24;
}

/** The place of the first rule above that matches everything that this one does; null if there is none. */
export function coveredBy(rules: readonly RuleScope[], at: number): number | null {
  const rule = rules[at];
  if (rule === undefined) return null;
  const found = rules
    .slice(0, at)
    .findIndex((above) => SCOPES.every((scope) => above[scope] === null || above[scope] === rule[scope]));
  return found === -1 ? null : found;
}
