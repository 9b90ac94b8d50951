import { toast } from "@medusajs/ui";
import { useState } from "react";
import type { AdminPaymentLink, OrderPaymentLinks, PaymentLinkResult } from "../../../api-schema/admin";
import { createLink, renewLink } from "../../lib/payment-links/link-calls";
import { usePaymentAction } from "../../lib/use-payment-action";
import { useTexts } from "../../lib/texts";
import { ActionDrawer } from "../actions/action-drawer";
import type { LinkDraft } from "./link-fields";
import { daysIn, draftOf, LinkFields, linkTermsOf } from "./link-fields";

interface Props {
  readonly orderId: string;
  readonly methods: OrderPaymentLinks["methods"];
  /** The link to renew; undefined: a new one. */
  readonly renewed: AdminPaymentLink | undefined;
  readonly onClose: () => void;
}

export function LinkDrawer({ orderId, methods, renewed, onClose }: Props) {
  const { t } = useTexts();
  const [draft, setDraft] = useState<LinkDraft>(draftOf(renewed));
  const act = renewed === undefined ? "create" : "renew";
  const days = daysIn(draft);
  const action = usePaymentAction<PaymentLinkResult>({
    send: () => {
      const terms = linkTermsOf(draft);
      return renewed === undefined ? createLink(orderId, terms) : renewLink(renewed.id, terms);
    },
    isUnsent: () => false,
    onAnswer: () => {
      toast.success(t(act === "create" ? "link.created" : "link.renewed"));
      onClose();
    },
  });
  return (
    <ActionDrawer
      title={t(`link.${act}`)}
      text={t(`link.${act}Text`)}
      confirm={t(`link.${act}`)}
      isReady={days !== null}
      isOver={action.answer !== null}
      {...{ action, onClose }}
    >
      <LinkFields {...{ draft, methods }} onChange={(change) => setDraft((now) => ({ ...now, ...change }))} />
    </ActionDrawer>
  );
}
