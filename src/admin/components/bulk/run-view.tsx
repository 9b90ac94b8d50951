import { Label, StatusBadge, Switch, Text, toast } from "@medusajs/ui";
import { useEffect, useId, useRef, useState } from "react";
import { Link } from "react-router-dom";
import type { ActionOutcome, BulkItem, BulkRun } from "../../../api-schema/admin";
import { short, shownState } from "../../lib/view";
import { useTexts } from "../../lib/texts";
import { Failed, Loading } from "../placeholders";
import { StateBadge } from "../state-badge";
import { capturedIn, isWhole, useBulkRun } from "./use-bulk-run";

const COLOR: Record<ActionOutcome, "green" | "blue" | "red" | "orange"> = {
  done: "green",
  pending: "blue",
  refused: "red",
  unknown: "orange",
  not_sent: "orange",
};
const OUTCOMES = ["done", "pending", "refused", "unknown", "not_sent"] as const;

export function RunView({ id }: { id: string }) {
  const { data: run, isPending, isFetching, refetch, error } = useBulkRun(id);
  useTellFinished(run);
  if (isPending) return <Loading />;
  if (!run) return <Failed error={error} onRetry={() => void refetch()} isBusy={isFetching} />;
  return (
    <div className="flex flex-col gap-y-4" data-testid="acquiring-run" data-finished={run.finished_at !== null}>
      <Progress run={run} />
      <Counts run={run} />
      <Results results={run.results} isFinished={run.finished_at !== null} />
    </div>
  );
}

/** Announces once that a run has finished; one that was finished when it was opened is not announced. */
function useTellFinished(run: BulkRun | undefined): void {
  const { t, money } = useTexts();
  const wasRunning = useRef(false);
  useEffect(() => {
    if (run === undefined) return;
    if (!isWhole(run)) {
      wasRunning.current = true;
      return;
    }
    if (!wasRunning.current) return;
    wasRunning.current = false;
    const sums = capturedIn(run).map(({ currency, amount }) => money(amount, currency));
    const text = t("payments.bulk.captured", { done: run.counts.done, total: run.total });
    const options = { description: sums.join(", ") };
    if (run.counts.done === run.total) toast.success(text, options);
    else toast.warning(text, options);
  }, [run, t, money]);
}

function Progress({ run }: { run: BulkRun }) {
  const { t } = useTexts();
  const done = run.total - run.counts.waiting;
  const share = run.total === 0 ? 100 : Math.floor((done * 100) / run.total);
  return (
    <div className="flex flex-col gap-y-2">
      <div
        role="progressbar"
        aria-label={t("payments.bulk.progress")}
        aria-valuemin={0}
        aria-valuemax={run.total}
        aria-valuenow={done}
        className="bg-ui-bg-component h-2 w-full overflow-hidden rounded-full"
      >
        <div className="bg-ui-tag-green-icon h-full transition-[width]" style={{ width: `${String(share)}%` }} />
      </div>
      <Text size="small" role="status">
        {run.finished_at === null
          ? t("payments.bulk.running", { done, total: run.total })
          : t("payments.bulk.finished", { total: run.total })}
      </Text>
    </div>
  );
}

export function Counts({ run }: { run: BulkRun }) {
  const { t } = useTexts();
  return (
    <ul className="flex flex-wrap gap-2">
      {OUTCOMES.filter((outcome) => run.counts[outcome] > 0).map((outcome) => (
        <li key={outcome}>
          <StatusBadge color={COLOR[outcome]} data-testid={`acquiring-count-${outcome}`}>
            {t(`payments.bulk.outcome.${outcome}`)}: {run.counts[outcome]}
          </StatusBadge>
        </li>
      ))}
      {run.counts.waiting > 0 ? (
        <li>
          <StatusBadge color="grey">
            {t("payments.bulk.waiting")}: {run.counts.waiting}
          </StatusBadge>
        </li>
      ) : null}
    </ul>
  );
}

function Results({ results, isFinished }: { results: readonly BulkItem[]; isFinished: boolean }) {
  const { t } = useTexts();
  const [isTroubled, setIsTroubled] = useState(true);
  const id = useId();
  const shown = isTroubled ? results.filter(({ outcome }) => outcome !== "done") : results;
  return (
    <section aria-label={t("payments.bulk.results")} className="flex flex-col gap-y-3">
      <div className="flex items-center gap-x-2">
        <Switch id={id} size="small" checked={isTroubled} onCheckedChange={setIsTroubled} />
        <Label htmlFor={id} size="small">
          {t("payments.bulk.notImmediate")}
        </Label>
      </div>
      {shown.length === 0 && isFinished ? <Text size="small">{t("payments.bulk.allDone")}</Text> : null}
      <ol className="divide-y">
        {shown.map((item) => (
          <Item key={item.number} item={item} />
        ))}
      </ol>
    </section>
  );
}

function Item({ item }: { item: BulkItem }) {
  const { t, money } = useTexts();
  const { outcome, order, payment_id: paymentId, amount, currency, message, now } = item;
  const state = shownState(now);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2" data-testid="acquiring-run-item">
      <Text size="small" weight="plus" className="min-w-24 truncate">
        {order ? (
          <Link to={`/orders/${order.id}`} className="underline underline-offset-4">
            {`#${String(order.display_id)}`}
          </Link>
        ) : (
          <bdi>{paymentId}</bdi>
        )}
      </Text>
      <Text size="small" className="w-28 text-right">
        {amount === null ? "–" : money(amount, currency)}
      </Text>
      {outcome === null ? null : (
        <StatusBadge color={COLOR[outcome]}>{t(`payments.bulk.outcome.${outcome}`)}</StatusBadge>
      )}
      {outcome === "done" && state === "captured" ? null : (
        <span className="flex items-center gap-x-1">
          <Text size="xsmall" className="text-ui-fg-subtle">
            {t("payments.bulk.now")}
          </Text>
          <StateBadge state={state} />
        </span>
      )}
      {message === null ? null : (
        <Text size="xsmall" className="text-ui-fg-subtle basis-full [overflow-wrap:anywhere]" dir="auto">
          {short(message)}
        </Text>
      )}
    </li>
  );
}
