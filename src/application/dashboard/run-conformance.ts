import type { MedusaContainer } from "@medusajs/framework/types";
import type { Rehearsal, RehearsalWish } from "../../modules/acquiring/sandbox/conformance-scenarios";
import { ledgerOf } from "../resolve-ledger";

export { stories } from "../../modules/acquiring/sandbox/conformance-scenarios";
export type { PlayedStep, Rehearsal, Story } from "../../modules/acquiring/sandbox/conformance-scenarios";

/** Plays one story of a payment at a test account of the gateway; refused for any other account. */
export const rehearse = async (container: MedusaContainer, wish: RehearsalWish): Promise<Rehearsal> =>
  ledgerOf(container).rehearse(wish);
