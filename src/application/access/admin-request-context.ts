import type { MedusaContainer } from "@medusajs/framework/types";

/** An admin's request: who asks, and for which resource. */
export interface AdminRequestContext {
  readonly container: MedusaContainer;
  /** The id in the route's path: a payment or a subscription. */
  readonly targetId: string;
  /** The admin's id in Medusa. */
  readonly actorId: string;
}
