import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework";
import { NOTIFICATION_STORED } from "../workflows/notification";
import { workThrough } from "../workflows/work-through";

/** Takes up a notification as soon as it is stored. If this is lost, the drain job does the same within seconds. */
export default async function notificationStored({ event, container }: SubscriberArgs<{ id: string }>): Promise<void> {
  await workThrough(container, { inboxIds: [event.data.id] });
}

export const config: SubscriberConfig = { event: NOTIFICATION_STORED };
