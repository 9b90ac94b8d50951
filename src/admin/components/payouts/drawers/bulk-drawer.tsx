import { StatusBadge, Text, toast } from "@medusajs/ui";
import { useState } from "react";
import { approvePayouts, submitPayouts } from "../../../lib/payouts/payout-calls";
import { totalsByCurrency } from "../../../lib/payouts/payout-view";
import type { Results } from "../../../lib/use-bulk";
import { useBulk } from "../../../lib/use-bulk";
import { short } from "../../../lib/view";
import { useTexts } from "../../../lib/texts";
import { ActionDrawer } from "../../actions/action-drawer";
import { PayeeName } from "../payee";
import type { PayoutSelection } from "../use-payout-selection";

interface Props {
  readonly act: "submit" | "approve";
  readonly payouts: readonly PayoutSelection[];
  readonly onClose: () => void;
}

const isDone = (results: Results): boolean => [...results.values()].every(({ outcome }) => outcome === "done");

/** Submits or approves the selected payouts, each bound to what was shown; each result is shown separately. */
export function BulkDrawer({ act, payouts: given, onClose }: Props) {
  const { t, money } = useTexts();
  const [payouts] = useState(given);
  const { action, results } = useBulk({
    payouts: payouts.flatMap(({ id, payload_hash: hash }) => (hash === null ? [] : [{ id, payload_hash: hash }])),
    send: act === "submit" ? submitPayouts : approvePayouts,
    onAnswer: (all) => {
      if (!isDone(all)) return;
      const sums = totalsByCurrency(payouts).map(({ currency, amount }) => money(amount, currency));
      toast.success(t(act === "submit" ? "payout.submitted" : "payout.approved"), {
        description: t("payout.bulk.sum", { amount: sums.join(", ") }),
      });
      onClose();
    },
  });
  const number = payouts.length;
  return (
    <ActionDrawer
      title={t(`payout.bulk.${act}`, { number })}
      text={t(`payout.${act}Text`)}
      confirm={t(`payout.bulk.${act}`, { number })}
      isReady
      isOver={action.answer !== null}
      {...{ action, onClose }}
    >
      <ul>
        {totalsByCurrency(payouts).map(({ currency, amount }) => (
          <li key={currency}>
            <Text weight="plus">{t("payout.bulk.sum", { amount: money(amount, currency) })}</Text>
          </li>
        ))}
      </ul>
      {results.size === 0 ? null : (
        <Text size="small" role="status" data-testid="acquiring-bulk-progress">
          {t(action.isSending ? "payout.bulk.running" : "payout.bulk.finished", {
            done: action.isSending ? results.size : doneOf(results),
            total: number,
          })}
        </Text>
      )}
      <ol className="divide-y">
        {payouts.map((payout) => (
          <Item key={payout.id} payout={payout} result={results.get(payout.id)} />
        ))}
      </ol>
    </ActionDrawer>
  );
}

const doneOf = (results: Results): number => [...results.values()].filter(({ outcome }) => outcome === "done").length;

function Item({ payout, result }: { payout: PayoutSelection; result: ReturnType<Results["get"]> }) {
  const { t, money } = useTexts();
  return (
    <li className="flex flex-col gap-y-1 py-2" data-testid="acquiring-bulk-item" data-outcome={result?.outcome}>
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <Text size="small" className="min-w-0 [overflow-wrap:anywhere]">
          <PayeeName beneficiary={payout.beneficiary} />
        </Text>
        <Text size="small" weight="plus">
          {money(payout.amount, payout.currency)}
        </Text>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <Text size="xsmall" className="text-ui-fg-subtle min-w-0 [overflow-wrap:anywhere]">
          <bdi>{short(payout.reference)}</bdi>
        </Text>
        {result === undefined ? null : (
          <StatusBadge color={result.outcome === "done" ? "green" : "red"}>
            {t(`payout.bulk.outcome.${result.outcome}`)}
          </StatusBadge>
        )}
      </div>
      {result === undefined || result.message === null ? null : (
        <Text size="xsmall" className="[overflow-wrap:anywhere]" dir="auto">
          {short(result.message)}
        </Text>
      )}
    </li>
  );
}
