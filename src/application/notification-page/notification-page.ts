import type { MedusaContainer } from "@medusajs/framework/types";
import { MedusaError } from "@medusajs/framework/utils";
import type {
  NotificationPage,
  NotificationRole,
  NotificationSettingsChange,
  NotificationTest,
  NotificationTestResult,
} from "../../api-schema/admin";
import type { NotificationTarget, SavedNotifications, StaffMessageRow } from "../../modules/acquiring";
import {
  FIRST_NOTIFICATIONS,
  createRowId,
  currentNotifications,
  latestMessages,
  saveNotifications,
} from "../../modules/acquiring";
import type { AdminRequestContext } from "../access/admin-request-context";
import { sumsOfCustomerEmails } from "../customer-emails/email-sums";
import { hasNotificationProvider } from "../notification-provider";
import { problemText } from "../outgoing/try-again";
import { resolveLedger } from "../resolve-ledger";
import { StaleVersion } from "../stale-version";
import { isTimeZone } from "../staff-notifications/delivery-time";
import { testText } from "../staff-notifications/message-texts";
import { BELL, bellTarget, targetsOfRole } from "../staff-notifications/recipients";
import { dashboardUrl, deliverMessage, readerOf } from "../staff-notifications/send-messages";

/** Who is told of what, as the dashboard shows and saves it. */
const MESSAGES = 50;

export async function notificationPage(container: MedusaContainer): Promise<NotificationPage> {
  const { attempts, options } = resolveLedger(container);
  const [saved, messages, customerEmails, bell, email] = await Promise.all([
    currentNotifications(attempts.connection),
    latestMessages(attempts.connection, MESSAGES),
    sumsOfCustomerEmails(container),
    hasNotificationProvider(container, "feed"),
    hasNotificationProvider(container, "email"),
  ]);
  const shown: SavedNotifications = saved ?? FIRST_NOTIFICATIONS;
  return {
    version: saved?.version ?? 0,
    bell: { topics: [...shown.bell.topics], language: shown.bell.language },
    roles: shown.roles.map((role) => ({
      ...role,
      topics: [...role.topics],
      emails: [...role.emails],
      webhooks: [...role.webhooks],
    })),
    channels: { bell, email },
    webhooks: Object.keys(options.staffNotifications.webhooks),
    messages: messages.map(shapeMessage),
    customer_emails: customerEmails,
    saved_at: saved?.created_at.toISOString() ?? null,
    saved_by: saved?.saved_by ?? null,
  };
}

const recipientOf = ({ channel, recipient }: NotificationTarget): string | null =>
  channel === "bell" ? null : recipient;

const shapeMessage = (row: StaffMessageRow): NotificationPage["messages"][number] => ({
  id: row.id,
  role_id: row.role === BELL ? null : row.role,
  channel: row.channel,
  recipient: recipientOf(row),
  status: row.status,
  title: row.title,
  items: row.items,
  created_at: row.created_at.toISOString(),
  sent_at: row.sent_at?.toISOString() ?? null,
  problem: row.problem,
});

/** Throws INVALID_DATA with one sentence that names the field, and `StaleVersion`. Nothing is saved then. */
export async function saveNotificationSettings(
  { container, actorId }: AdminRequestContext,
  { version, bell, roles }: NotificationSettingsChange,
): Promise<NotificationPage> {
  const ledger = resolveLedger(container);
  const known = Object.keys(ledger.options.staffNotifications.webhooks);
  const problem = roles.map((role, place) => problemOf(role, place, known)).find((each) => each !== null);
  if (problem !== undefined && problem !== null) throw new MedusaError(MedusaError.Types.INVALID_DATA, problem);
  const saved = { version, actorId, at: ledger.now() };
  if (!(await saveNotifications(ledger.attempts.connection, { bell, roles }, saved)))
    throw new StaleVersion(version, "notifications_changed");
  return notificationPage(container);
}

function problemOf(role: NotificationRole, place: number, known: readonly string[]): string | null {
  const field = (name: string): string => `roles.${String(place)}.${name}`;
  if (role.emails.length + role.webhooks.length === 0)
    return `${field("emails")}: nobody is named; add an e-mail address or a webhook.`;
  const unknown = role.webhooks.find((key) => !known.includes(key));
  if (unknown !== undefined)
    return `${field("webhooks")}: the option "staffNotifications.webhooks" has no "${unknown}"; choose another one.`;
  if (!isTimeZone(role.time_zone))
    return `${field("time_zone")}: this server knows no time zone of this name; write one such as Europe/Berlin.`;
  return null;
}

/** Sends an example at once, with no row: what it answers is the proof. */
export async function sendTestNotification(
  { container }: AdminRequestContext,
  { role_id: id }: NotificationTest,
): Promise<NotificationTestResult> {
  const ledger = resolveLedger(container);
  const settings: SavedNotifications = (await currentNotifications(ledger.attempts.connection)) ?? FIRST_NOTIFICATIONS;
  const role = id === null ? null : settings.roles.find((each) => each.id === id);
  if (role === undefined)
    throw new MedusaError(MedusaError.Types.NOT_FOUND, "role_id: this role is not saved. Reload the page.");
  const { language, role: name } = readerOf(settings, { role: id ?? BELL });
  const text = testText(language, name, dashboardUrl(container));
  const targets = role === null ? [bellTarget] : targetsOfRole(role);
  const results = targets.map(async (target) => ({
    channel: target.channel,
    recipient: recipientOf(target),
    problem: await deliverMessage(container, target, { id: createRowId("acqstt", ledger.now()), text, facts: [] }).then(
      () => null,
      problemText,
    ),
  }));
  return { results: await Promise.all(results) };
}
