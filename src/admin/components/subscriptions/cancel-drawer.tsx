import { Alert, toast } from "@medusajs/ui";
import { useState } from "react";
import type { AdminSubscription, SubscriptionAnswer } from "../../../api-schema/admin";
import { cancelSubscription } from "../../lib/subscriptions/subscription-calls";
import { toneOf } from "../../lib/subscriptions/subscription-view";
import { usePaymentAction } from "../../lib/use-payment-action";
import { short } from "../../lib/view";
import { useTexts } from "../../lib/texts";
import { ActionDrawer } from "../actions/action-drawer";
import { NoteField } from "../actions/fields";

/** The limit of the API schema. */
const NOTE_MOST = 500;

interface Props {
  readonly subscription: Pick<AdminSubscription, "id" | "name">;
  readonly onClose: () => void;
}

/** Cancels one subscription at the gateway. That a prepared charge may still arrive is said before and after. */
export function CancelDrawer({ subscription, onClose }: Props) {
  const { t } = useTexts();
  const [note, setNote] = useState("");
  const written = note.trim();
  const action = usePaymentAction<SubscriptionAnswer>({
    send: (key) => cancelSubscription(subscription.id, { key, ...(written === "" ? {} : { note: written }) }),
    // A refused request changed nothing: the next try gets a new key.
    isUnsent: ({ outcome }) => outcome === "refused",
    onAnswer: ({ outcome }) => {
      if (outcome !== "done") return;
      toast.success(t("subscription.cancelled"), { description: t("subscription.outcome.done") });
      onClose();
    },
  });
  const { answer } = action;
  return (
    <ActionDrawer
      title={t("subscription.cancel")}
      text={t("subscription.cancelText")}
      confirm={t("subscription.cancel")}
      leave={t("action.close")}
      isDangerous
      isReady
      isOver={answer !== null && answer.outcome !== "refused"}
      {...{ action, onClose }}
    >
      <NoteField note={note} most={NOTE_MOST} hint={t("subscription.noteHint")} onType={setNote} />
      {answer ? <CancellationMessage answer={answer} /> : null}
    </ActionDrawer>
  );
}

function CancellationMessage({ answer: { outcome, message } }: { answer: SubscriptionAnswer }) {
  const { t } = useTexts();
  return (
    <Alert variant={toneOf[outcome]} role="status" data-testid="acquiring-outcome" data-outcome={outcome}>
      <span className="block">{t(`subscription.outcome.${outcome}`)}</span>
      {message === null || message === "" ? null : (
        <span className="txt-small text-ui-fg-subtle block [overflow-wrap:anywhere]" dir="auto">
          {short(message)}
        </span>
      )}
    </Alert>
  );
}
