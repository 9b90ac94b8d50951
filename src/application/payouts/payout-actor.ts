import type { MedusaContainer } from "@medusajs/framework/types";
import type { Who } from "../access/admin-access";

export interface PayoutActor {
  readonly container: MedusaContainer;
  /** ID of the payout or beneficiary; empty where the route names none. */
  readonly id: string;
  readonly auth: Who;
}
