import { Button, Container, Heading, Text } from "@medusajs/ui";
import { useState } from "react";
import { Link } from "react-router-dom";
import type { AdminSubscription } from "../../../api-schema/admin";
import { formatDay, rhythmText } from "../../lib/subscriptions/subscription-view";
import { useAccess } from "../../lib/use-access";
import { short } from "../../lib/view";
import { useTexts } from "../../lib/texts";
import { CancelDrawer } from "./cancel-drawer";
import { CheckButton } from "./check-button";
import { SubscriptionBadge } from "./subscription-badge";

export function SubscriptionHead({ subscription }: { subscription: AdminSubscription }) {
  const words = useTexts();
  const { t } = words;
  const may = useAccess();
  const [isCancelling, setCancelling] = useState(false);
  const { actions } = subscription;
  return (
    <Container className="flex flex-col gap-y-3 px-6 py-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="flex min-w-0 flex-col gap-y-1">
          <Link to="/acquiring/subscriptions" className="txt-compact-small text-ui-fg-base underline">
            {t("subscription.back")}
          </Link>
          <Heading level="h1" className="[overflow-wrap:anywhere]">
            <bdi>{short(subscription.name)}</bdi>
          </Heading>
          <Text size="small" className="text-ui-fg-subtle">
            {rhythmText(words, subscription)}
          </Text>
        </div>
        <SubscriptionBadge row={subscription} />
      </div>
      <Next subscription={subscription} />
      <div className="flex flex-wrap items-center gap-2 empty:hidden" data-testid="acquiring-actions">
        {actions.check.allowed && may("resolve") ? <CheckButton id={subscription.id} /> : null}
        {actions.cancel.allowed && may("unsubscribe") ? (
          <Button
            size="small"
            variant="danger"
            onClick={() => setCancelling(true)}
            data-testid="acquiring-cancel-subscription"
          >
            {t("subscription.cancel")}
          </Button>
        ) : null}
      </div>
      {isCancelling ? <CancelDrawer subscription={subscription} onClose={() => setCancelling(false)} /> : null}
    </Container>
  );
}

function Next({ subscription: { next_charge_on: next, overdue } }: { subscription: AdminSubscription }) {
  const { t, locale } = useTexts();
  if (next === null) return <Text size="small">{t("subscription.noNext")}</Text>;
  return (
    <Text size="small" role={overdue ? "alert" : undefined}>
      {overdue ? (
        t("subscription.overdueText", { moment: formatDay(next, locale) })
      ) : (
        <>
          {t("subscription.next")}: <time dateTime={next}>{formatDay(next, locale)}</time>
        </>
      )}
    </Text>
  );
}
