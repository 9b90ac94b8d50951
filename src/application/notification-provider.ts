import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";

/** Whether Medusa's Notification module has a provider for this channel. */
export async function hasNotificationProvider(container: MedusaContainer, channel: "email" | "feed"): Promise<boolean> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION);
  const { rows } = await pg.raw<{ rows: unknown[] }>(
    "SELECT FROM notification_provider WHERE is_enabled AND ? = ANY (channels) AND deleted_at IS NULL LIMIT 1",
    [channel],
  );
  return rows.length > 0;
}
