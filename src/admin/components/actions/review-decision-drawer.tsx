import { Alert, Text, toast } from "@medusajs/ui";
import { useState } from "react";
import type { ReviewDecisionResult, ReviewDecisions } from "../../../api-schema/admin";
import { sendReviewDecisions } from "../../lib/calls";
import { usePaymentAction } from "../../lib/use-payment-action";
import { short } from "../../lib/view";
import { useTexts } from "../../lib/texts";
import { ActionDrawer } from "./action-drawer";
import { NoteField } from "./fields";

export interface ReviewablePayment {
  readonly id: string;
  readonly name: string;
  readonly amount: string;
}

interface Props {
  readonly payments: readonly ReviewablePayment[];
  readonly action: ReviewDecisions["action"];
  readonly onClose: () => void;
}

const isGood = ({ outcome }: ReviewDecisionResult): boolean => outcome === "approved" || outcome === "rejected";

export function ReviewDecisionDrawer({ payments, action, onClose }: Props) {
  const { t } = useTexts();
  const [note, setNote] = useState("");
  const decision = usePaymentAction<{ results: ReviewDecisionResult[] }>({
    send: (key) => sendReviewDecisions({ key, action, payment_ids: payments.map(({ id }) => id), note: note.trim() }),
    isUnsent: ({ results }) => results.every(({ outcome }) => outcome === "not_sent"),
    onAnswer: ({ results }) => {
      if (!results.every(isGood)) return;
      const word = action === "approve" ? "action.held.outcome.approved" : "action.held.outcome.rejected";
      toast.success(t(word), {
        description: short(payments.map(({ name, amount }) => `${name}: ${amount}`).join(", ")),
      });
      onClose();
    },
  });
  const results = decision.answer?.results ?? null;
  const names = new Map(payments.map(({ id, name }) => [id, name]));
  const title = t(action === "approve" ? "action.approve" : "action.reject");
  return (
    <ActionDrawer
      title={payments.length === 1 ? `${title}: ${payments[0]?.name ?? ""}` : `${title} (${String(payments.length)})`}
      text={t(action === "approve" ? "action.held.approveText" : "action.held.rejectText")}
      confirm={title}
      isDangerous={action === "reject"}
      isReady={note.trim() !== ""}
      isOver={results?.some(({ outcome }) => outcome !== "not_sent") ?? false}
      {...{ action: decision, onClose }}
    >
      <NoteField note={note} most={500} hint={t("action.noteNeeded")} onType={setNote} />
      {results === null ? null : (
        <ul className="flex flex-col gap-y-2">
          {results.map((result) => (
            <li key={result.payment_id}>
              <Result result={result} name={names.get(result.payment_id) ?? result.payment_id} />
            </li>
          ))}
        </ul>
      )}
    </ActionDrawer>
  );
}

const VARIANT: Record<ReviewDecisionResult["outcome"], "success" | "info" | "error" | "warning"> = {
  approved: "success",
  rejected: "success",
  second_person: "info",
  pending: "info",
  refused: "error",
  unknown: "warning",
  not_sent: "warning",
};

function Result({ result, name }: { result: ReviewDecisionResult; name: string }) {
  const { t } = useTexts();
  return (
    <Alert
      variant={VARIANT[result.outcome]}
      role="status"
      data-testid="acquiring-review-result"
      data-outcome={result.outcome}
    >
      <Text size="small">
        <bdi>{name}</bdi>: {t(`action.held.outcome.${result.outcome}`)}
      </Text>
      {result.message === null ? null : (
        <Text size="xsmall" className="text-ui-fg-subtle [overflow-wrap:anywhere]" dir="auto">
          {short(result.message)}
        </Text>
      )}
    </Alert>
  );
}
