import type { CapturePolicyRule, CaptureTime, ExpiryAction } from "../../../api-schema/admin";
import type { PolicyChoices } from "./rule-scope";
import { needsSingleCapture, shortestValidity } from "./rule-scope";

/** One rule while it is edited. Nothing that decides about money is preselected. */
export interface RuleForm {
  readonly account: string | null;
  readonly region_id: string | null;
  readonly sales_channel_id: string | null;
  readonly method: string | null;
  readonly capture: CaptureTime | null;
  readonly only_if_not_held: boolean;
  readonly single_capture: CapturePolicyRule["single_capture"] | null;
  readonly at_expiry: ExpiryAction | null;
  readonly hours: string;
}

export type RuleProblem = "capture" | "single_capture" | "at_expiry" | "hours" | "too_early";
export type RuleProblems = Readonly<Partial<Record<keyof RuleForm, RuleProblem>>>;

export const MOST_HOURS = 720;
const USUAL_HOURS = "24";

export const emptyRule: RuleForm = {
  account: null,
  region_id: null,
  sales_channel_id: null,
  method: null,
  capture: null,
  only_if_not_held: true,
  single_capture: null,
  at_expiry: null,
  hours: USUAL_HOURS,
};

export const formOf = (rule: CapturePolicyRule): RuleForm => ({ ...rule, hours: String(rule.hours) });

/** Null if it is no number of hours that a rule may have. */
export function readHours(text: string): number | null {
  const number = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0;
  return number >= 1 && number <= MOST_HOURS ? number : null;
}

/** The rule, or what is missing. A choice that does not apply gets the value with which nothing is captured early. */
export function readRule(
  form: RuleForm,
  choices: PolicyChoices,
): { readonly rule: CapturePolicyRule } | { readonly problems: RuleProblems } {
  const hours = readHours(form.hours);
  const atExpiry = form.capture === "before_expiry" ? "capture" : form.at_expiry;
  const single = needsSingleCapture(form, choices) ? form.single_capture : (form.single_capture ?? "last");
  if (form.capture !== null && single !== null && atExpiry !== null && hours !== null) {
    if (happensAtOnce(form, choices) !== null) return { problems: { hours: "too_early" } };
    return { rule: { ...form, capture: form.capture, single_capture: single, at_expiry: atExpiry, hours } };
  }
  return {
    problems: {
      ...(form.capture === null ? { capture: "capture" } : {}),
      ...(single === null ? { single_capture: "single_capture" } : {}),
      ...(atExpiry === null ? { at_expiry: "at_expiry" } : {}),
      ...(hours === null ? { hours: "hours" } : {}),
    },
  };
}

/** The validity in hours if the action would happen as soon as a payment is authorised; null: it would not. */
export function happensAtOnce(form: RuleForm, choices: PolicyChoices): number | null {
  const hours = readHours(form.hours);
  const valid = shortestValidity(form, choices);
  return hours !== null && valid !== null && hours >= valid ? valid : null;
}

const EVERYTHING = { account: null, region_id: null, sales_channel_id: null, method: null } as const;
const READY = { ...EVERYTHING, only_if_not_held: true, single_capture: "last", hours: 24 } as const;

/** Rules to start with. */
export const READY_MADE: Readonly<Record<"on_shipment" | "on_order" | "before_expiry", CapturePolicyRule>> = {
  on_shipment: { ...READY, capture: "on_shipment", at_expiry: "remind" },
  on_order: { ...READY, capture: "on_order", at_expiry: "remind" },
  before_expiry: { ...READY, capture: "before_expiry", at_expiry: "capture" },
};
