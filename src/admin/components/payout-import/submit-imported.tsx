import { Button, StatusBadge, Text } from "@medusajs/ui";
import { Link } from "react-router-dom";
import type { PayoutBulk } from "../../../api-schema/admin";
import { submitPayouts } from "../../lib/payouts/payout-calls";
import { useBulk } from "../../lib/use-bulk";
import { short } from "../../lib/view";
import { useTexts } from "../../lib/texts";
import { Trouble } from "../actions/outcome";
import { ImportProgress } from "./progress";

export function SubmitImported({ payouts }: { payouts: PayoutBulk["payouts"] }) {
  const { t } = useTexts();
  const { action, results } = useBulk({ payouts, send: submitPayouts, onAnswer: () => undefined });
  const all = [...results.values()];
  const refused = all.filter(({ outcome }) => outcome === "refused");
  const isOver = action.answer !== null;
  return (
    <section className="flex flex-col gap-y-3" data-testid="acquiring-import-submitting" data-over={isOver}>
      {isOver || action.isSending ? null : (
        <div>
          <Button type="button" size="small" onClick={action.go} data-testid="acquiring-import-submit">
            {t("payoutImport.submitAll", { number: payouts.length })}
          </Button>
        </div>
      )}
      {action.trouble === null ? null : <Trouble text={action.trouble} />}
      {action.isSending || all.length > 0 ? (
        <ImportProgress
          label={t("payoutImport.progress")}
          text={t("payoutImport.submitting", { done: all.length, total: payouts.length })}
          done={all.length}
          total={payouts.length}
        />
      ) : null}
      {isOver ? (
        <div className="flex flex-wrap gap-2">
          <StatusBadge color="green">
            {t("payoutImport.submitted", { number: all.length - refused.length })}
          </StatusBadge>
          {refused.length === 0 ? null : (
            <StatusBadge color="red">{t("payoutImport.refused", { number: refused.length })}</StatusBadge>
          )}
        </div>
      ) : null}
      {isOver && refused.length === 0 ? <Text size="small">{t("payoutImport.allSubmitted")}</Text> : null}
      <ul className="flex flex-col gap-y-1">
        {refused.map(({ id, message }) => (
          <li key={id} className="txt-small [overflow-wrap:anywhere]">
            <Link to={`/acquiring/payouts/${id}`} className="text-ui-fg-base underline">
              <bdi>{id}</bdi>
            </Link>{" "}
            <span dir="auto">{short(message ?? "")}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
