import type { MedusaContainer } from "@medusajs/framework/types";

export interface AdminRequestContext {
  readonly container: MedusaContainer;
  /** The id in the route's path: a payment or a subscription. */
  readonly targetId: string;
  readonly actorId: string;
  /** That ID is a dashboard user's; default: it is not, as an API key's. */
  readonly isUser?: boolean;
}
