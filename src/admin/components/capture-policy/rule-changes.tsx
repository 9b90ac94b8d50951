import { Badge, Text } from "@medusajs/ui";
import type { RuleChange } from "../../lib/capture-policy/rule-changes";
import type { PolicyChoices } from "../../lib/capture-policy/rule-scope";
import { ruleSentence } from "../../lib/capture-policy/rule-sentence";
import { useTexts } from "../../lib/texts";

const COLOR: Record<RuleChange["kind"], "green" | "red" | "orange" | "blue"> = {
  added: "green",
  removed: "red",
  changed: "orange",
  moved: "blue",
};

interface Props {
  readonly changes: readonly RuleChange[];
  readonly choices: PolicyChoices;
}

/** What differs between two versions, one rule a line; of a changed rule both sentences. */
export function RuleChanges({ changes, choices }: Props) {
  const words = useTexts();
  const { t } = words;
  return (
    <ul className="flex flex-col gap-y-2" data-testid="acquiring-policy-changes">
      {changes.map(({ kind, rule, before, from, to }, index) => (
        <li key={index} className="flex items-start gap-2" data-kind={kind}>
          <Badge size="2xsmall" color={COLOR[kind]} className="mt-0.5 shrink-0">
            {t(`policy.change.${kind}`)}
          </Badge>
          <div className="min-w-0">
            {before === null ? null : (
              <Text as="div" size="small" className="text-ui-fg-subtle [overflow-wrap:anywhere]">
                <del>
                  <bdi>{ruleSentence(words, before, choices)}</bdi>
                </del>
              </Text>
            )}
            <Text as="div" size="small" className="[overflow-wrap:anywhere]">
              {kind === "removed" ? (
                <del>
                  <bdi>{ruleSentence(words, rule, choices)}</bdi>
                </del>
              ) : (
                <bdi>{ruleSentence(words, rule, choices)}</bdi>
              )}
              {from === null || to === null || from === to ? null : (
                <span className="text-ui-fg-subtle"> · {t("policy.movedTo", { number: from, place: to })}</span>
              )}
            </Text>
          </div>
        </li>
      ))}
    </ul>
  );
}
