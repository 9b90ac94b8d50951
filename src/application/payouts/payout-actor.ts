import type { MedusaContainer } from "@medusajs/framework/types";
import type { Who } from "../access/admin-access";

/** Who does something, and to which payout or beneficiary. */
export interface PayoutActor {
  readonly container: MedusaContainer;
  /** Of the payout or beneficiary; empty where the route names none. */
  readonly id: string;
  readonly auth: Who;
}
