import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import type { BulkItem, BulkRun } from "../../../api-schema/admin";
import { fetchRun } from "../../lib/calls";
import { togetherOf } from "../../lib/payouts/payout-view";
import { DASHBOARD_POLL_MS } from "../../lib/view";

/** Follows a run until it is finished; only results that are not known yet are asked for. Then those that are still moving are. */
const EVERY_MS = 1_000;

interface Known {
  readonly id: string | null;
  readonly results: readonly BulkItem[];
  readonly isWhole: boolean;
}

export function useBulkRun(id: string | null) {
  const known = useRef<Known>({ id: null, results: [], isWhole: false });
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

/** Its outcome is not known yet: neither is the money taken, nor may it be asked for again. */
const isMoving = ({ outcome, now }: BulkItem): boolean =>
  (outcome === "unknown" || outcome === "pending") && now.state === "authorised" && now.capture === null;

/** Finished, and every result is here: one that ended while the answer was made comes with the next. */
export const isWhole = (run: BulkRun | undefined): boolean =>
  run !== undefined && run.finished_at !== null && run.results.length >= run.total;

/** What a run has captured, a line for each currency. */
export function capturedIn({ results }: Pick<BulkRun, "results">) {
  return togetherOf(
    results.flatMap(({ outcome, amount, currency }) =>
      outcome === "done" && amount !== null ? [{ amount, currency }] : [],
    ),
  );
}

/** A run that could never be read is not asked for again and again. */
const isLost = ({ status, data }: { status: string; data: unknown }): boolean =>
  status === "error" && data === undefined;

/** Every item once, as it was last told, in the order in which they ended. */
export function joined(known: readonly BulkItem[], fresh: readonly BulkItem[]): BulkItem[] {
  const newest = new Map([...known, ...fresh].map((item) => [item.number, item]));
  return [...newest.values()];
}
