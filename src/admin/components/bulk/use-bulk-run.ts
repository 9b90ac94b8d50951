import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import type { BulkItem, BulkRun } from "../../../contract/admin";
import { fetchRun } from "../../lib/calls";

/** Follows a run until it is finished; only results that are not known yet are asked for. */
const EVERY_MS = 1_000;

export function useBulkRun(id: string | null) {
  const known = useRef<{ id: string | null; results: BulkItem[] }>({ id: null, results: [] });
  return useQuery({
    queryKey: ["acquiring-run", id],
    enabled: id !== null,
    staleTime: 0,
    queryFn: async ({ signal }): Promise<BulkRun> => {
      if (known.current.id !== id) known.current = { id, results: [] };
      const { results } = known.current;
      const run = await fetchRun(id ?? "", results.length, signal);
      known.current = { id, results: joined(results, run.results) };
      return { ...run, results: known.current.results };
    },
    refetchInterval: ({ state }) => (isWhole(state.data) || isLost(state) ? false : EVERY_MS),
  });
}

/** Finished, and every result is here: one that ended while the answer was made comes with the next. */
const isWhole = (run: BulkRun | undefined): boolean =>
  run !== undefined && run.finished_at !== null && run.results.length >= run.total;

/** A run that could never be read is not asked for again and again. */
const isLost = ({ status, data }: { status: string; data: unknown }): boolean =>
  status === "error" && data === undefined;

/** Every item once, in the order in which they ended. */
export function joined(known: readonly BulkItem[], fresh: readonly BulkItem[]): BulkItem[] {
  const numbers = new Set(known.map(({ number }) => number));
  return [...known, ...fresh.filter(({ number }) => !numbers.has(number))];
}
