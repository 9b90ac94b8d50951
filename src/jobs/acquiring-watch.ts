import type { MedusaContainer } from "@medusajs/framework/types";
import { ledgerOf } from "../workflows/ledger-of";

/** Once a minute: is somebody testing cards, and what of the limits' counters can be forgotten. */
export default async function acquiringWatch(container: MedusaContainer): Promise<void> {
  await ledgerOf(container).watchCardTesting();
}

export const config = { name: "acquiring-watch", schedule: { interval: 60_000 } };
