import { Alert, Container, Heading, Text, toast } from "@medusajs/ui";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useState } from "react";
import type { CapturePolicyPage } from "../../../api-schema/admin";
import { POLICY_KEY, savePolicy } from "../../lib/capture-policy/policy-calls";
import { namedProblem, otherProblems, problemsByRule } from "../../lib/capture-policy/rule-refusals";
import type { DraftRule } from "../../lib/capture-policy/use-policy-draft";
import { usePolicyDraft } from "../../lib/capture-policy/use-policy-draft";
import { elsewhere, NONE } from "../../lib/problems";
import { useAccess } from "../../lib/use-access";
import { useSending } from "../../lib/use-sending";
import { useUserNames } from "../../lib/use-user-names";
import { useTexts } from "../../lib/texts";
import { Trouble } from "../actions/outcome";
import { ProblemList } from "../forms/problem-list";
import { NewerVersion } from "./newer-version";
import { PolicyActivity } from "./policy-activity";
import { PolicyHistory } from "./policy-history";
import { RuleDrawer } from "./rule-drawer";
import { RuleList } from "./rule-list";
import { SaveBar } from "./save-bar";

interface Props {
  readonly page: CapturePolicyPage;
  /** Rendered with whether there are unsaved changes. */
  readonly guard: (isChanged: boolean) => ReactNode;
}

/** The policy as it is edited: the list, what would be saved, and what was saved before. */
export function PolicyEditor({ page, guard }: Props) {
  const { t } = useTexts();
  const may = useAccess();
  const mayChange = may("configure");
  const client = useQueryClient();
  const draft = usePolicyDraft(page);
  const nameOf = useUserNames(page.history.map(({ saved_by: by }) => by));
  const [edited, setEdited] = useState<{ readonly rule: DraftRule | null } | null>(null);
  const [sent, setSent] = useState<readonly number[]>([]);
  const sending = useSending({
    send: async ({ rules, version }: { readonly rules: readonly DraftRule[]; readonly version: number }) => ({
      rules,
      answer: await savePolicy({ version, rules: rules.map(({ rule }) => rule) }),
    }),
    onDone: ({ rules, answer }) => {
      toast.success(t("policy.saved"));
      client.setQueryData(POLICY_KEY, answer);
      draft.settle(rules, answer);
    },
    onRefused: () => undefined,
  });
  // Once nothing is left to save, an earlier refusal is about nothing.
  const trouble = draft.isChanged ? sending.trouble : null;
  const named = namedProblem(trouble);
  const problems = draft.isChanged ? { ...sending.problems, ...named } : NONE;
  const refused = problemsByRule(problems, sent);
  const wrong = draft.rules.filter(({ id }) => refused.has(id)).length;
  const save = (): void => {
    setSent(draft.rules.map(({ id }) => id));
    sending.go({ version: draft.saved.version, rules: draft.rules });
  };
  const correct = (id: number): void => setSent(sent.map((one) => (one === id ? -1 : one)));
  const restart = (): void => {
    sending.forgive();
    draft.adopt(page);
  };
  const keep = (): void => {
    sending.forgive();
    draft.rebase(page);
  };
  return (
    <div className="flex flex-col gap-y-3" data-testid="acquiring-policy">
      {guard(draft.isChanged)}
      {/* Whoever sees this page may read: without that the permissions are still loading. */}
      <Head isReadOnly={may("read") && !mayChange} />
      <NewerVersion {...{ page, draft, nameOf }} onDiscard={restart} onKeep={keep} />
      {draft.isChanged && mayChange ? (
        <SaveBar {...{ draft }} choices={page} isSending={sending.isSending} onSave={save} onDiscard={restart} />
      ) : null}
      <ProblemList number={wrong} others={elsewhere(otherProblems(problems, sent), [])} />
      {trouble === null || draft.hasConflict || Object.keys(named).length > 0 ? null : <Trouble text={trouble} />}
      <RuleList {...{ page, draft, mayChange }} problems={refused} onEdit={(rule) => setEdited({ rule })} />
      <PolicyActivity activity={page.activity} />
      <PolicyHistory {...{ page, nameOf }} />
      {edited === null ? null : (
        <RuleDrawer
          rule={edited.rule?.rule ?? null}
          place={draft.rules.findIndex(({ id }) => id === edited.rule?.id) + 1}
          choices={page}
          refused={(edited.rule === null ? undefined : refused.get(edited.rule.id)) ?? NONE}
          onApply={(rule) => {
            if (edited.rule === null) draft.add(rule);
            else {
              draft.change(edited.rule.id, rule);
              correct(edited.rule.id);
            }
            setEdited(null);
          }}
          onClose={() => setEdited(null)}
        />
      )}
    </div>
  );
}

function Head({ isReadOnly }: { isReadOnly: boolean }) {
  const { t } = useTexts();
  return (
    <Container className="flex flex-col gap-y-2 px-6 py-4">
      <div>
        <Heading level="h1">{t("policy.title")}</Heading>
        <Text size="small" className="text-ui-fg-subtle">
          {t("policy.subtitle")}
        </Text>
      </div>
      {isReadOnly ? (
        <Alert variant="info" data-testid="acquiring-policy-read-only">
          {t("policy.readOnly")}
        </Alert>
      ) : null}
    </Container>
  );
}
