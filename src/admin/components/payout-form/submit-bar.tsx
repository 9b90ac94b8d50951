import { Button, Text, toast } from "@medusajs/ui";
import { Link, useNavigate } from "react-router-dom";
import type { AdminPayout } from "../../../api-schema/admin";
import { submitPayout } from "../../lib/payouts/payout-calls";
import { payoutLine } from "../../lib/payouts/payout-view";
import { useSending } from "../../lib/use-sending";
import { short } from "../../lib/view";
import { useTexts } from "../../lib/texts";
import { Trouble } from "../actions/outcome";

interface Props {
  readonly payout: AdminPayout;
  readonly onCorrect: () => void;
}

/** The last step: submit the reviewed payout, bound to what was shown, or keep it as a draft. */
export function SubmitBar({ payout, onCorrect }: Props) {
  const { t, money } = useTexts();
  const navigate = useNavigate();
  const page = `/acquiring/payouts/${payout.id}`;
  const { payload_hash: hash, actions } = payout;
  const sending = useSending({
    send: (seen: string) => submitPayout(payout.id, { payload_hash: seen }),
    onDone: () => {
      toast.success(t("payoutForm.submitted"), { description: payoutLine(money, payout) });
      void navigate(page);
    },
    onRefused: () => undefined,
  });
  const problems = Object.values(sending.problems);
  const { reason } = actions.submit;
  return (
    <div className="flex flex-col gap-y-3">
      {sending.trouble === null ? null : <Trouble text={sending.trouble} />}
      {problems.map((text) => (
        <Trouble key={text} text={text} />
      ))}
      {actions.submit.allowed || reason === null ? null : (
        <Text size="small" role="status" className="[overflow-wrap:anywhere]">
          {t("payoutForm.noSubmit", { reason: short(reason) })}
        </Text>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button type="button" size="small" variant="secondary" onClick={onCorrect} disabled={sending.isSending}>
          {t("payoutForm.change")}
        </Button>
        <Button type="button" size="small" variant="secondary" asChild>
          <Link to={page} data-testid="acquiring-keep-draft">
            {t("payoutForm.saveDraft")}
          </Link>
        </Button>
        <Button
          type="button"
          size="small"
          disabled={hash === null || !actions.submit.allowed}
          isLoading={sending.isSending}
          onClick={() => (hash === null ? undefined : sending.go(hash))}
          data-testid="acquiring-submit-payout"
        >
          {t("payoutForm.submit")}
        </Button>
      </div>
    </div>
  );
}
