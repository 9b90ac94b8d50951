import type { CapturePolicyRule } from "../../../api-schema/admin";
import { hoursText } from "../durations";
import type { DashboardTexts } from "../texts";
import type { PolicyChoices, RuleScope, Scope } from "./rule-scope";
import { accountsOf, CARD, needsSingleCapture } from "./rule-scope";

/** A rule as a sentence that a store owner understands. */
type Words = Pick<DashboardTexts, "t" | "locale">;

const listed = (choices: PolicyChoices, scope: Scope): readonly { readonly id: string; readonly name: string }[] => {
  if (scope === "account") return choices.accounts.map(({ key }) => ({ id: key, name: key }));
  if (scope === "region_id") return choices.regions;
  return scope === "sales_channel_id" ? choices.sales_channels : choices.methods;
};

/** Whether the rule names something that was deleted since: it then matches no payment. */
export const isMissing = (choices: PolicyChoices, scope: Scope, value: string | null): boolean =>
  value !== null && !(scope === "method" && value === CARD) && listed(choices, scope).every(({ id }) => id !== value);

/** The shop's name of it, or its ID with a note. */
export function scopeName({ t }: Words, choices: PolicyChoices, scope: Scope, value: string): string {
  const name = listed(choices, scope).find(({ id }) => id === value)?.name;
  return name ?? t("policy.missing", { id: value });
}

/** `Card payments of account main in region Europe`. */
export function scopeText(words: Words, rule: RuleScope, choices: PolicyChoices): string {
  const { t } = words;
  const named = (scope: Scope): string | null => {
    const value = rule[scope];
    return value === null ? null : scopeName(words, choices, scope, value);
  };
  const [account, region, channel, method] = [
    named("account"),
    named("region_id"),
    named("sales_channel_id"),
    named("method"),
  ];
  const subject =
    method === null
      ? t("policy.subject.all")
      : rule.method === CARD
        ? t("policy.subject.card")
        : t("policy.subject.method", { name: method });
  return [
    subject,
    account === null ? null : t("policy.of.account", { name: account }),
    region === null ? null : t("policy.of.region", { name: region }),
    channel === null ? null : t("policy.of.channel", { name: channel }),
  ]
    .filter((part) => part !== null)
    .join(" ");
}

/** `captured on shipment; 24 hours before the authorisation expires: captured`. */
export function whatText(words: Words, rule: CapturePolicyRule, choices: PolicyChoices): string {
  const { t, locale } = words;
  const time = hoursText(rule.hours, locale);
  const isAtExpiry = rule.capture === "before_expiry";
  const when = isAtExpiry ? t("policy.clause.before_expiry", { time }) : t(`policy.clause.${rule.capture}`);
  return [
    [when, ...onceText(words, rule, choices)].join(onAllAccounts(rule, choices) ? ", " : "; "),
    rule.only_if_not_held && rule.capture !== "manual" ? t("policy.clause.unlessHeld") : null,
    isAtExpiry ? null : t(`policy.clause.expiry.${rule.at_expiry}`, { time }),
  ]
    .filter((part) => part !== null)
    .join("; ");
}

/** What an account does that captures a payment once; with the condition if others of the rule can do more. */
function onceText({ t }: Words, rule: CapturePolicyRule, choices: PolicyChoices): readonly string[] {
  if (!needsSingleCapture(rule, choices)) return [];
  return [t(`policy.clause.${onAllAccounts(rule, choices) ? "singleAll" : "single"}.${rule.single_capture}`)];
}

const onAllAccounts = (rule: CapturePolicyRule, choices: PolicyChoices): boolean =>
  accountsOf(rule, choices).every(({ captures_in_parts: inParts }) => !inParts);

export const ruleSentence = (words: Words, rule: CapturePolicyRule, choices: PolicyChoices): string =>
  words.t("policy.sentence", { scope: scopeText(words, rule, choices), what: whatText(words, rule, choices) });
