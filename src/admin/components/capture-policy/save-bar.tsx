import { Button, Container, Heading, usePrompt } from "@medusajs/ui";
import { changesBetween } from "../../lib/capture-policy/rule-changes";
import type { PolicyChoices } from "../../lib/capture-policy/rule-scope";
import type { PolicyDraft } from "../../lib/capture-policy/use-policy-draft";
import { useTexts } from "../../lib/texts";
import { RuleChanges } from "./rule-changes";

interface Props {
  readonly draft: PolicyDraft;
  readonly choices: PolicyChoices;
  readonly isSending: boolean;
  readonly onSave: () => void;
  readonly onDiscard: () => void;
}

/** What saving would change, and the only button that saves. */
export function SaveBar({ draft, choices, isSending, onSave, onDiscard }: Props) {
  const { t } = useTexts();
  const prompt = usePrompt();
  const changes = changesBetween(
    draft.saved.rules,
    draft.rules.map(({ rule }) => rule),
  );
  const discard = async (): Promise<void> => {
    const isSure = await prompt({
      title: t("policy.discard"),
      description: t("policy.discardText"),
      confirmText: t("policy.discard"),
      cancelText: t("action.cancel"),
    });
    if (isSure) onDiscard();
  };
  return (
    <Container className="flex flex-col gap-y-3 px-6 py-4" data-testid="acquiring-policy-unsaved">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Heading level="h2">{t("policy.unsaved")}</Heading>
        <div className="flex flex-wrap items-center gap-2">
          <Button
            size="small"
            variant="secondary"
            disabled={isSending}
            onClick={() => void discard()}
            data-testid="acquiring-policy-discard"
          >
            {t("policy.discard")}
          </Button>
          {/* A newer version is dealt with first. */}
          <Button
            size="small"
            isLoading={isSending}
            disabled={draft.hasConflict}
            onClick={onSave}
            data-testid="acquiring-policy-save"
          >
            {t("policy.save")}
          </Button>
        </div>
      </div>
      <RuleChanges {...{ changes, choices }} />
    </Container>
  );
}
