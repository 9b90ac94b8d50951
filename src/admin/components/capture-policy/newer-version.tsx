import { Alert, Button, Text } from "@medusajs/ui";
import type { CapturePolicyPage } from "../../../api-schema/admin";
import { changesBetween } from "../../lib/capture-policy/rule-changes";
import type { PolicyDraft } from "../../lib/capture-policy/use-policy-draft";
import { short } from "../../lib/view";
import { useTexts } from "../../lib/texts";
import { RuleChanges } from "./rule-changes";

interface Props {
  /** The newest answer of the server. */
  readonly page: CapturePolicyPage;
  readonly draft: PolicyDraft;
  readonly nameOf: (userId: string) => string;
  readonly onDiscard: () => void;
  readonly onKeep: () => void;
}

/** Somebody else saved the policy meanwhile: who, what, and what to do with the own changes. */
export function NewerVersion({ page, draft, nameOf, onDiscard, onKeep }: Props) {
  const { t, moment } = useTexts();
  if (!draft.hasConflict) return null;
  const by = page.history.find(({ version }) => version === page.version);
  return (
    <Alert variant="warning" role="alert" data-testid="acquiring-policy-conflict">
      <div className="flex flex-col gap-y-3">
        <div>
          <Text size="small" weight="plus">
            {by === undefined
              ? t("policy.conflict.title")
              : t("policy.conflict.by", { who: short(nameOf(by.saved_by)), moment: moment(by.saved_at) })}
          </Text>
          <Text size="small">{t("policy.conflict.text")}</Text>
        </div>
        <RuleChanges changes={changesBetween(draft.saved.rules, page.rules)} choices={page} />
        <div className="flex flex-wrap gap-2">
          <Button size="small" variant="secondary" onClick={onKeep} data-testid="acquiring-policy-keep">
            {t("policy.conflict.keep")}
          </Button>
          <Button size="small" variant="transparent" onClick={onDiscard} data-testid="acquiring-policy-reload">
            {t("policy.conflict.discard")}
          </Button>
        </div>
      </div>
    </Alert>
  );
}
