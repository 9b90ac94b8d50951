import { Button, Text } from "@medusajs/ui";
import type { CapturePolicyRule } from "../../../api-schema/admin";
import { READY_MADE } from "../../lib/capture-policy/rule-form";
import type { PolicyChoices } from "../../lib/capture-policy/rule-scope";
import { ruleSentence } from "../../lib/capture-policy/rule-sentence";
import { useTexts } from "../../lib/texts";

interface Props {
  readonly choices: PolicyChoices;
  /** Null for readers who may not change it. */
  readonly onUse: ((rule: CapturePolicyRule) => void) | null;
}

/** What a policy does, and three rules to start with. */
export function EmptyPolicy({ choices, onUse }: Props) {
  const words = useTexts();
  const { t } = words;
  const names = ["on_shipment", "on_order", "before_expiry"] as const;
  return (
    <div className="flex flex-col gap-y-4 px-6 py-4" data-testid="acquiring-policy-empty">
      <Text size="small">{t("policy.empty")}</Text>
      {onUse === null ? null : (
        <ul className="grid grid-cols-1 gap-3 md:grid-cols-3">
          {names.map((name) => (
            <li
              key={name}
              className="border-ui-border-base flex flex-col items-start gap-y-2 rounded-lg border p-4"
              data-testid={`acquiring-policy-ready-${name}`}
            >
              <Text size="small" weight="plus">
                {t(`policy.ready.${name}`)}
              </Text>
              <Text size="xsmall" className="text-ui-fg-subtle grow [overflow-wrap:anywhere]">
                <bdi>{ruleSentence(words, READY_MADE[name], choices)}</bdi>
              </Text>
              <Button
                size="small"
                variant="secondary"
                aria-label={`${t("policy.use")}: ${t(`policy.ready.${name}`)}`}
                onClick={() => onUse(READY_MADE[name])}
              >
                {t("policy.use")}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
