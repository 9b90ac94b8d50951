import { Alert, Button, Text } from "@medusajs/ui";
import { useState } from "react";
import type { AdminPayment, ReviewDecisions } from "../../api-schema/admin";
import { useAccess } from "../lib/use-access";
import { displayName, short } from "../lib/view";
import { useTexts } from "../lib/texts";
import { ReviewDecisionDrawer } from "./actions/review-decision-drawer";

export function HeldBanner({ payment }: { payment: AdminPayment }) {
  const { t, money, moment } = useTexts();
  const may = useAccess();
  const [action, setAction] = useState<ReviewDecisions["action"] | null>(null);
  const { hold, actions } = payment;
  if (hold === null || hold.decision !== null) return null;
  const review = may("review") ? actions.review : null;
  return (
    <Alert variant="warning" role="status" data-testid="acquiring-held">
      <Text size="small" weight="plus">
        {t("action.held.title")} · {t("payment.since", { moment: moment(hold.since) })}
      </Text>
      <Text size="small">
        {t(`action.held.${hold.reason}`)} {t("action.held.text")}
        {hold.needs_second_person ? ` ${t("action.held.secondPerson")}` : null}
      </Text>
      {hold.votes.map(({ action: vote, by, note, at }, index) => (
        <Text key={index} size="small" className="[overflow-wrap:anywhere]" data-testid="acquiring-vote">
          <bdi>{t(`action.held.voted.${vote}`, { who: short(by), note: note ?? "" })}</bdi>{" "}
          <time dateTime={at} className="text-ui-fg-subtle">
            {moment(at)}
          </time>
        </Text>
      ))}
      {review === null ? null : (
        <div className="mt-2 flex flex-wrap gap-2">
          {(["approve", "reject"] as const).map((one) => (
            <Button
              key={one}
              size="small"
              variant="secondary"
              disabled={!review[one]}
              onClick={() => setAction(one)}
              data-testid={`acquiring-${one}`}
            >
              {t(`action.${one}`)}
            </Button>
          ))}
        </div>
      )}
      {review === null || review.reject_refused_because === null ? null : (
        <Text size="xsmall" className="text-ui-fg-subtle mt-2 [overflow-wrap:anywhere]">
          {short(review.reject_refused_because)}
        </Text>
      )}
      {action === null ? null : (
        <ReviewDecisionDrawer
          payments={[
            {
              id: payment.id,
              name: displayName(payment),
              amount: money(payment.amounts.requested, payment.currency),
            },
          ]}
          action={action}
          onClose={() => setAction(null)}
        />
      )}
    </Alert>
  );
}
