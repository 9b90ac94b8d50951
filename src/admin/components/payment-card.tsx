import { TriangleRightMini } from "@medusajs/icons";
import { Text } from "@medusajs/ui";
import type { AdminPayment } from "../../api-schema/admin";
import type { RemedyAction } from "../lib/attention-action";
import { shownState, isExpanded } from "../lib/view";
import { useTexts } from "../lib/texts";
import { ActionBar, useActionDrawers } from "./actions/action-bar";
import type { Chosen } from "./actions/resolve-drawers";
import { CapturePlanNote } from "./capture-plan-note";
import { PaymentDetails } from "./payment-details";
import { HeldBanner } from "./held-banner";
import { MoneyBar } from "./money-bar";
import { AttentionBanners } from "./attention-banners";
import { StateBadge } from "./state-badge";
import { Timeline } from "./timeline";

export function PaymentCard({ payment, isNewest }: { payment: AdminPayment; isNewest: boolean }) {
  const { t, money, moment } = useTexts();
  return (
    <details className="group/attempt" open={isExpanded(payment, isNewest)} data-testid="acquiring-payment">
      <summary className="flex cursor-pointer flex-wrap items-center gap-2 px-6 py-4">
        <TriangleRightMini
          aria-hidden="true"
          className="text-ui-fg-muted -ml-1 shrink-0 transition-transform group-open/attempt:rotate-90"
        />
        <span className="grow">
          <Text as="span" size="small" weight="plus">
            {t(isNewest ? "payment.latest" : "payment.earlier")} · {money(payment.amounts.requested, payment.currency)}
          </Text>
          <Text as="span" size="xsmall" className="text-ui-fg-subtle block">
            <time dateTime={payment.created_at}>{moment(payment.created_at)}</time>
          </Text>
        </span>
        <StateBadge state={shownState(payment)} />
      </summary>
      <PaymentCardBody payment={payment} />
    </details>
  );
}

interface BodyProps {
  readonly payment: AdminPayment;
  readonly begin?: readonly RemedyAction[] | undefined;
  /** A decision about the first operation without a result; only the confirmation is left. */
  readonly decide?: Chosen | undefined;
}

export function PaymentCardBody({ payment, begin, decide }: BodyProps) {
  const acts = useActionDrawers(payment, begin, decide);
  return (
    <div className="flex flex-col gap-y-4 px-6 pb-4">
      <HeldBanner payment={payment} />
      <AttentionBanners payment={payment} acts={acts} />
      <MoneyBar payment={payment} />
      {payment.capture_plan === null ? null : (
        <CapturePlanNote plan={payment.capture_plan} currency={payment.currency} />
      )}
      <ActionBar payment={payment} acts={acts} />
      <PaymentDetails payment={payment} />
      <Timeline payment={payment} />
      {acts.drawer}
    </div>
  );
}
