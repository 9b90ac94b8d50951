import { Button } from "@medusajs/ui";
import { useState } from "react";
import type { PaymentLinkResult, SubscriptionCharge } from "../../../api-schema/admin";
import { payCharge } from "../../lib/subscriptions/subscription-calls";
import { useAccess } from "../../lib/use-access";
import { useLinkMethods } from "../../lib/payment-links/use-link-methods";
import { usePaymentAction } from "../../lib/use-payment-action";
import { useTexts } from "../../lib/texts";
import { ActionDrawer } from "../actions/action-drawer";
import { daysIn, draftOf, LinkFields, linkTermsOf } from "./link-fields";
import { Requested } from "./request-drawer";

interface Props {
  readonly subscriptionId: string;
  readonly charge: SubscriptionCharge;
}

/** A payment link for a declined charge. Nothing for readers who may not ask customers for money. */
export function AskForCharge({ subscriptionId, charge }: Props) {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  if (!useAccess()("collect")) return null;
  return (
    <>
      <Button
        size="small"
        variant="secondary"
        className="whitespace-nowrap"
        onClick={() => setOpen(true)}
        data-testid="acquiring-pay-charge"
      >
        {t("link.create")}
      </Button>
      {isOpen ? <PayDrawer {...{ subscriptionId, charge }} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function PayDrawer({ subscriptionId, charge, onClose }: Props & { readonly onClose: () => void }) {
  const { t } = useTexts();
  const [draft, setDraft] = useState(draftOf(undefined));
  const methods = useLinkMethods(charge.currency);
  const action = usePaymentAction<PaymentLinkResult>({
    send: () => payCharge(subscriptionId, { charge_id: charge.id, ...linkTermsOf(draft) }),
    isUnsent: () => false,
    onAnswer: () => undefined,
  });
  const { answer } = action;
  return (
    <ActionDrawer
      title={t("link.create")}
      text={answer === null ? t("subscription.payText", { number: charge.number }) : t("link.requested")}
      confirm={t("link.create")}
      isReady={daysIn(draft) !== null}
      isOver={answer !== null}
      {...{ action, onClose }}
    >
      {answer === null ? (
        <LinkFields {...{ draft, methods }} onChange={(change) => setDraft((now) => ({ ...now, ...change }))} />
      ) : (
        <Requested answer={answer} />
      )}
    </ActionDrawer>
  );
}
