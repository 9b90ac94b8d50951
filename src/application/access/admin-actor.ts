import type { MedusaContainer } from "@medusajs/framework/types";

/** An admin user and the payment or subscription they act on. */
export interface AdminActor {
  readonly container: MedusaContainer;
  readonly id: string;
  readonly actorId: string;
}
