import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import type { BulkItem, BulkRun } from "../../../api-schema/admin";
import { fetchRun } from "../../lib/calls";
import { totalsByCurrency } from "../../lib/payouts/payout-view";
import { DASHBOARD_POLL_MS } from "../../lib/view";

/** Polls a run until it has finished, loading only new results; then the operations that are still open. */
const EVERY_MS = 1_000;

interface LoadedRun {
  readonly id: string | null;
  readonly results: readonly BulkItem[];
  readonly isWhole: boolean;
}

export function useBulkRun(id: string | null) {
  const known = useRef<LoadedRun>({ id: null, results: [], isWhole: false });
  return useQuery({
    queryKey: ["acquiring-run", id],
    enabled: id !== null,
    staleTime: 0,
    queryFn: async ({ signal }): Promise<BulkRun> => {
      if (known.current.id !== id) known.current = { id, results: [], isWhole: false };
      const answer = await fetchRun(id ?? "", known.current.isWhole ? 0 : known.current.results.length, signal);
      const run = { ...answer, results: joined(known.current.results, answer.results) };
      known.current = { id, results: run.results, isWhole: isWhole(run) };
      return run;
    },
    refetchInterval: ({ state }) => nextIn(state),
  });
}

function nextIn(state: { status: string; data: BulkRun | undefined }): number | false {
  if (isLost(state)) return false;
  if (!isWhole(state.data)) return EVERY_MS;
  return state.data?.results.some(isMoving) ? DASHBOARD_POLL_MS : false;
}

/** Its result is not known yet: not captured, and not to be captured again. */
const isMoving = ({ outcome, now }: BulkItem): boolean =>
  (outcome === "unknown" || outcome === "pending") && now.state === "authorised" && now.capture === null;

/** Finished, and every result is loaded: one that finished while the answer was made comes with the next. */
export const isWhole = (run: BulkRun | undefined): boolean =>
  run !== undefined && run.finished_at !== null && run.results.length >= run.total;

export function capturedIn({ results }: Pick<BulkRun, "results">) {
  return totalsByCurrency(
    results.flatMap(({ outcome, amount, currency }) =>
      outcome === "done" && amount !== null ? [{ amount, currency }] : [],
    ),
  );
}

/** A run that could never be loaded is not polled. */
const isLost = ({ status, data }: { status: string; data: unknown }): boolean =>
  status === "error" && data === undefined;

/** Each item once, in its latest version, in the order in which they finished. */
export function joined(known: readonly BulkItem[], fresh: readonly BulkItem[]): BulkItem[] {
  const newest = new Map([...known, ...fresh].map((item) => [item.number, item]));
  return [...newest.values()];
}
