import { Button, Container, Heading, Text } from "@medusajs/ui";
import { useState } from "react";
import type { CapturePolicyPage } from "../../../api-schema/admin";
import type { Problems } from "../../lib/problems";
import { NONE } from "../../lib/problems";
import { coveredBy } from "../../lib/capture-policy/rule-scope";
import type { DraftRule, PolicyDraft } from "../../lib/capture-policy/use-policy-draft";
import { useTexts } from "../../lib/texts";
import { EmptyPolicy } from "./empty-policy";
import { Place, RuleRow } from "./rule-row";

/** As many as the server accepts. */
const MOST_RULES = 100;

interface Props {
  readonly page: CapturePolicyPage;
  readonly draft: PolicyDraft;
  readonly problems: ReadonlyMap<number, Problems>;
  readonly mayChange: boolean;
  /** Null: a new rule. */
  readonly onEdit: (rule: DraftRule | null) => void;
}

/** The rules in their order. The last line stands for all payments that no rule matches. */
export function RuleList({ page, draft, problems, mayChange, onEdit }: Props) {
  const { t } = useTexts();
  const [moved, setMoved] = useState("");
  const { rules } = draft;
  const scopes = rules.map(({ rule }) => rule);
  const actionsOf = ({ id }: DraftRule, index: number) => ({
    onMove: (by: -1 | 1) => {
      draft.move(id, by);
      setMoved(t("policy.movedTo", { number: index + 1, place: index + 1 + by }));
    },
    onEdit: () => onEdit(rules[index] ?? null),
    onRemove: () => draft.remove(id),
  });
  return (
    <Container className="divide-y overflow-hidden p-0" data-testid="acquiring-policy-rules">
      <div className="flex flex-wrap items-start justify-between gap-3 px-6 py-4">
        <div className="min-w-0">
          <Heading level="h2">{t("policy.rules")}</Heading>
          <Text size="small" className="text-ui-fg-subtle">
            {t("policy.rulesText")}
          </Text>
        </div>
        {mayChange ? (
          <Button
            size="small"
            variant="secondary"
            disabled={rules.length >= MOST_RULES}
            onClick={() => onEdit(null)}
            data-testid="acquiring-policy-add"
          >
            {t("policy.add")}
          </Button>
        ) : null}
      </div>
      {rules.length === 0 ? <EmptyPolicy choices={page} onUse={mayChange ? draft.add : null} /> : null}
      <ol className="divide-y">
        {rules.map((one, index) => (
          <RuleRow
            key={one.id}
            draft={one}
            place={index + 1}
            count={rules.length}
            choices={page}
            covered={coveredBy(scopes, index)}
            problems={problems.get(one.id) ?? NONE}
            actions={mayChange ? actionsOf(one, index) : null}
          />
        ))}
        <li className="bg-ui-bg-subtle flex items-start gap-3 px-6 py-4" data-testid="acquiring-policy-last">
          <Place number={rules.length + 1} />
          <div className="min-w-0">
            <Text size="small">{t(rules.length === 0 ? "policy.lastAlone" : "policy.last")}</Text>
            <Text size="xsmall" className="text-ui-fg-subtle">
              {t("policy.lastText")}
            </Text>
          </div>
        </li>
      </ol>
      <span role="status" className="sr-only">
        {moved}
      </span>
    </Container>
  );
}
