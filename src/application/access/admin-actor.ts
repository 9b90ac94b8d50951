import type { MedusaContainer } from "@medusajs/framework/types";

/** An admin who does something to one thing: which one, and who it was. */
export interface AdminActor {
  readonly container: MedusaContainer;
  /** Of the payment, or of the subscription. */
  readonly id: string;
  readonly actorId: string;
}
