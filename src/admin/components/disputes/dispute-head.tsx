import { Button, Container, Heading, Text } from "@medusajs/ui";
import { useState } from "react";
import { Link } from "react-router-dom";
import type { AdminDispute } from "../../../api-schema/admin";
import { answeredInput, nameOfDispute } from "../../lib/disputes/due";
import { useDisputeChange } from "../../lib/disputes/use-dispute-change";
import { useAccess } from "../../lib/use-access";
import { useTexts } from "../../lib/texts";
import { Trouble } from "../actions/outcome";
import { DisputeBadge } from "./dispute-badge";
import { DisputeDrawer } from "./dispute-drawer";
import { DueDate } from "./due-date";

export function DisputeHead({ dispute }: { dispute: AdminDispute }) {
  const { t, money } = useTexts();
  const may = useAccess();
  const { amount, currency, state } = dispute;
  return (
    <Container className="flex flex-col gap-y-3 px-6 py-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="flex min-w-0 flex-col gap-y-1">
          <Link to="/acquiring/disputes" className="txt-compact-small text-ui-fg-base underline">
            {t("disputes.back")}
          </Link>
          <Heading level="h1" className="[overflow-wrap:anywhere]">
            {t("disputes.of", { name: nameOfDispute(dispute) })}
          </Heading>
          <Text size="small" className="text-ui-fg-subtle">
            {amount === null ? t("disputes.noAmount") : money(amount, currency)} · {t("disputes.noEffect")}
          </Text>
        </div>
        <DisputeBadge state={state} />
      </div>
      <div className="txt-small" role={state === "overdue" ? "alert" : undefined}>
        {t("disputes.dueDate")}: <DueDate dispute={dispute} />
      </div>
      <Text size="small">{t(`disputes.advice.${state}`)}</Text>
      {may("resolve") ? <Changes dispute={dispute} /> : null}
    </Container>
  );
}

function Changes({ dispute }: { dispute: AdminDispute }) {
  const { t } = useTexts();
  const [isEditing, setEditing] = useState(false);
  const isAnswered = dispute.answered_at !== null;
  const isOpen = dispute.decided_at === null;
  const answer = useDisputeChange(dispute.id, {
    done: t(isAnswered ? "disputes.reopened" : "disputes.markedAnswered"),
    onDone: () => undefined,
  });
  return (
    <>
      <div className="flex flex-wrap items-center gap-2" data-testid="acquiring-actions">
        {isOpen ? (
          <Button
            size="small"
            variant={isAnswered ? "secondary" : "primary"}
            isLoading={answer.isSending}
            onClick={() => answer.go(answeredInput(dispute, !isAnswered))}
            data-testid="acquiring-dispute-answered"
          >
            {t(isAnswered ? "disputes.markUnanswered" : "disputes.markAnswered")}
          </Button>
        ) : null}
        <Button size="small" variant="secondary" onClick={() => setEditing(true)} data-testid="acquiring-dispute-edit">
          {t("disputes.edit")}
        </Button>
      </div>
      {answer.trouble === null ? null : <Trouble text={answer.trouble} />}
      {isEditing ? <DisputeDrawer dispute={dispute} onClose={() => setEditing(false)} /> : null}
    </>
  );
}
