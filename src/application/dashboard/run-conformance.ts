import type { MedusaContainer } from "@medusajs/framework/types";
import type { ConformanceRequest, ConformanceRun } from "../../modules/acquiring";
import { resolveLedger } from "../resolve-ledger";

export { stories } from "../../modules/acquiring";
export type { PlayedStep, ConformanceRun, Story } from "../../modules/acquiring";

/** Runs one conformance scenario against a test account of the gateway; refused for any other account. */
export const runConformance = async (
  container: MedusaContainer,
  request: ConformanceRequest,
): Promise<ConformanceRun> => resolveLedger(container).conformance.play(request);
