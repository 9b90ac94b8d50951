import { join } from "node:path";
import { z } from "@medusajs/framework/zod";
import { startChild } from "./children";

/**
 * HTTP load in a closed loop from its own process: each of N clients keeps one connection, sends the next request after
 * the last answer, and stops when none is left. Plain sockets, so that the load generator is not the bottleneck.
 */
export interface LoadRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface LoadPlan {
  readonly port: number;
  readonly clients: number;
  readonly requests: readonly LoadRequest[];
}

const Report = z.object({
  /** From the first request to the last answer. */
  ms: z.number(),
  requestsPerSecond: z.number(),
  p50Ms: z.number(),
  p99Ms: z.number(),
  maxMs: z.number(),
  /** Number of answers per status. */
  statuses: z.record(z.string(), z.number()),
  /** Indexes of the requests that were answered with 200. */
  accepted: z.array(z.number()),
  /** Number of connections that broke with an unanswered request. */
  broken: z.number(),
});
export type LoadReport = z.infer<typeof Report>;

export interface Load {
  run(plan: LoadPlan): Promise<LoadReport>;
  stop(): Promise<void>;
}

export async function startLoad(): Promise<Load> {
  const child = await startChild(join(__dirname, "load-child.ts"));
  return {
    run: async (plan) => Report.parse(await child.ask("load", plan)),
    stop: () => child.stop(),
  };
}

/** Throws unless every request was answered with 200. */
export function allAccepted(report: LoadReport, count: number): LoadReport {
  if (report.accepted.length === count) return report;
  throw new Error(`Of ${String(count)} requests not all were accepted: ${JSON.stringify(report.statuses)}.`);
}

/** The numbers of a report that ratios use. */
export const measuredOf = ({ requestsPerSecond, p50Ms, p99Ms }: LoadReport): Record<string, number> => ({
  requestsPerSecond,
  p50Ms,
  p99Ms,
});
