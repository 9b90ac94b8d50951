/** A rule of the capture policy, as it is stored. `null` in its scope: all. */
export interface PolicyScope {
  readonly account: string | null;
  readonly region_id: string | null;
  readonly sales_channel_id: string | null;
  readonly method: string | null;
}

type CaptureTime = "manual" | "on_order" | "on_fulfilment" | "on_shipment" | "before_expiry";
type ExpiryAction = "remind" | "capture" | "void";

export interface PolicyRule extends PolicyScope {
  readonly capture: CaptureTime;
  readonly only_if_not_held: boolean;
  readonly single_capture: "first" | "last";
  readonly at_expiry: ExpiryAction;
  /** Before the expiry, for `at_expiry`. */
  readonly hours: number;
}

/** Of a payment that no rule matches: staff capture it, and are reminded a day before it expires. */
export const NO_RULE: PolicyRule = {
  account: null,
  region_id: null,
  sales_channel_id: null,
  method: null,
  capture: "manual",
  only_if_not_held: false,
  single_capture: "last",
  at_expiry: "remind",
  hours: 24,
};

/** Of the payment and its order; null without an order, and then only rules for all of them match. */
export interface PolicySubject {
  readonly account: string;
  readonly region_id: string | null;
  readonly sales_channel_id: string | null;
  /** `card`, or the code of an alternative method. */
  readonly method: string;
}

const SCOPES = ["account", "region_id", "sales_channel_id", "method"] as const;

export const ruleFor = (rules: readonly PolicyRule[], subject: PolicySubject): PolicyRule =>
  rules.find((rule) => SCOPES.every((scope) => rule[scope] === null || rule[scope] === subject[scope])) ?? NO_RULE;

/** What of the rule applies to a payment that was held for review: with `only_if_not_held`, staff capture it. */
export const ruleOfHeld = (rule: PolicyRule): PolicyRule =>
  rule.only_if_not_held
    ? { ...rule, capture: "manual", at_expiry: rule.at_expiry === "capture" ? "remind" : rule.at_expiry }
    : rule;

export interface KnownAccount {
  readonly key: string;
  readonly authorisationValidDays: number;
}

/** What rules may name. */
export interface KnownScopes {
  readonly accounts: readonly KnownAccount[];
  readonly regions: readonly string[];
  readonly salesChannels: readonly string[];
  readonly methods: readonly string[];
}

/** The first problem as one sentence that names the field or the rule and says what to do, or null. */
export function problemOf(rules: readonly PolicyRule[], known: KnownScopes): string | null {
  for (const [index, rule] of rules.entries()) {
    const problem = unknownName(rule, known) ?? contradiction(rule, known);
    if (problem !== null) return `rules.${String(index)}.${problem}`;
    const whole = shadowed(rules, index);
    if (whole !== null) return `rules.${String(index)}: ${whole}`;
  }
  return null;
}

function unknownName(rule: PolicyRule, known: KnownScopes): string | null {
  const names = {
    account: ["gateway account", known.accounts.map(({ key }) => key)],
    region_id: ["region", known.regions],
    sales_channel_id: ["sales channel", known.salesChannels],
    method: ["payment method", known.methods],
  } as const;
  for (const scope of SCOPES) {
    const [name, ids] = names[scope];
    const value = rule[scope];
    if (value !== null && !ids.includes(value))
      return `${scope}: there is no ${name} "${value}"; choose an existing one, or null for all.`;
  }
  return null;
}

function contradiction({ account, capture, at_expiry: action, hours }: PolicyRule, known: KnownScopes): string | null {
  if (capture === "before_expiry" && action !== "capture")
    return `at_expiry: "${action}" contradicts capture "before_expiry"; write "capture", or choose another time of capture.`;
  const accounts = known.accounts.filter(({ key }) => account === null || account === key);
  const short = accounts.find(({ authorisationValidDays: days }) => hours >= days * 24);
  if (short)
    return `hours: ${String(hours)} is not less than the ${String(short.authorisationValidDays * 24)} hours for which authorisations of account "${short.key}" are valid; write a smaller number.`;
  return null;
}

/** A rule that an earlier one always precedes would never apply. */
function shadowed(rules: readonly PolicyRule[], index: number): string | null {
  const rule = rules[index];
  if (!rule) return null;
  const earlier = rules.slice(0, index).findIndex((other) => covers(other, rule));
  const other = rules[earlier];
  if (!other) return null;
  const number = String(earlier + 1);
  return covers(rule, other)
    ? `rule ${number} has the same scope; remove one of the two, or change the scope of one.`
    : `the rule never applies because rule ${number} covers its scope; move it before rule ${number}, or remove it.`;
}

const covers = (wide: PolicyRule, narrow: PolicyRule): boolean =>
  SCOPES.every((scope) => wide[scope] === null || wide[scope] === narrow[scope]);

/**
 * Options may change after a rule was saved. One whose hours are no less than the authorisation is valid would act at once:
 * then staff are reminded, and decide.
 */
export const applicableRule = (rule: PolicyRule, validDays: number): PolicyRule =>
  rule.hours < validDays * 24
    ? rule
    : { ...rule, capture: rule.capture === "before_expiry" ? "manual" : rule.capture, at_expiry: "remind" };
