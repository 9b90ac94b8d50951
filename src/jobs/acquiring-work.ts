import type { MedusaContainer } from "@medusajs/framework/types";
import { workThrough } from "../workflows/work-through";

/**
 * Every two seconds: notifications that wait, attempts whose question to the
 * gateway is due, attempts that Medusa's tables do not follow yet. Each is found
 * by a partial index, so an idle store pays three tiny reads.
 */
export default async function acquiringWork(container: MedusaContainer): Promise<void> {
  await workThrough(container, {});
}

export const config = { name: "acquiring-work", schedule: { interval: 2_000 } };
