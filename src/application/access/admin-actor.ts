import type { MedusaContainer } from "@medusajs/framework/types";

/** An admin user and the payment or subscription they act on. */
export interface AdminActor {
  readonly container: MedusaContainer;
  /** ID of the payment or subscription. */
  readonly id: string;
  readonly actorId: string;
}
