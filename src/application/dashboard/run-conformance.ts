import type { MedusaContainer } from "@medusajs/framework/types";
import type { ConformanceRun, ConformanceRequest } from "../../modules/acquiring/sandbox/conformance-scenarios";
import { resolveLedger } from "../resolve-ledger";

export { stories } from "../../modules/acquiring/sandbox/conformance-scenarios";
export type { PlayedStep, ConformanceRun, Story } from "../../modules/acquiring/sandbox/conformance-scenarios";

/** Runs one conformance scenario against a test account of the gateway; refused for any other account. */
export const runConformance = async (container: MedusaContainer, wish: ConformanceRequest): Promise<ConformanceRun> =>
  resolveLedger(container).rehearse(wish);
