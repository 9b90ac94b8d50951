import { createHash } from "node:crypto";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, MedusaError, Modules } from "@medusajs/framework/utils";
import type { ClaimedMessage, NotificationTarget, StaffFact, SavedNotifications } from "../../modules/acquiring";
import {
  FIRST_NOTIFICATIONS,
  claimMessages,
  clearFormerRecipients,
  currentNotifications,
  packMessages,
  retryRow,
} from "../../modules/acquiring";
import type { Outlet } from "../outgoing/try-again";
import { endMessage, idempotencyKeyOf, requireProvider, tryAgain } from "../outgoing/try-again";
import { resolveLedger } from "../resolve-ledger";
import type { MessageText } from "./message-texts";
import { emailOf, messageText, plainText, titleOf } from "./message-texts";
import { BELL, isRecipient, targetsOfRole } from "./recipients";
import { postWebhook } from "./webhook";

/** Sends what is due. Each message is committed first and has its own idempotency key, so what the provider confirmed is not sent again after a crash. */
const AT_ONCE = 20;
/** Per round; the rest follows in the next one. Our choice. */
const MOST_PAGES = 50;
const TABLE = "acquiring_staff_message";

/** One round, by the minute job. Two processes send different messages. */
export async function sendStaffMessages(container: MedusaContainer): Promise<void> {
  const ledger = resolveLedger(container);
  const pg = ledger.attempts.connection;
  const settings = await settingsIn(pg);
  await packMessages(pg, ledger.now(), (target, facts) => titleFor(settings, target, facts));
  await clearFormerRecipients(pg, settings.roles.flatMap(targetsOfRole).map(subjectOf), ledger.now());
  await ledger.drain.run(() => sendDue(container));
}

const settingsIn = async (pg: Knex): Promise<SavedNotifications> =>
  (await currentNotifications(pg)) ?? FIRST_NOTIFICATIONS;

async function sendDue(container: MedusaContainer): Promise<void> {
  const ledger = resolveLedger(container);
  const pg = ledger.attempts.connection;
  for (let page = 0; page < MOST_PAGES && !ledger.drain.isOver; page += 1) {
    const claimed = await claimMessages(pg, ledger.now(), AT_ONCE);
    // After the claim: another process may have packed them for a recipient that was added meanwhile.
    const settings = await settingsIn(pg);
    await Promise.all(claimed.map((message) => sendOne(container, settings, message)));
    if (claimed.length < AT_ONCE) return;
  }
}

function titleFor(
  settings: SavedNotifications,
  target: NotificationTarget,
  facts: readonly StaffFact[],
): string | null {
  return isRecipient(settings, target) ? titleOf(readerOf(settings, target).language, facts) : null;
}

/** In which language, and as whom, the recipient is told. */
export function readerOf(
  { bell, roles }: SavedNotifications,
  { role: id }: Pick<NotificationTarget, "role">,
): { readonly language: SavedNotifications["bell"]["language"]; readonly role: string | null } {
  const role = id === BELL ? undefined : roles.find((each) => each.id === id);
  return role ? { language: role.language, role: role.name } : { language: bell.language, role: null };
}

async function sendOne(
  container: MedusaContainer,
  settings: SavedNotifications,
  message: ClaimedMessage,
): Promise<void> {
  if (!isRecipient(settings, message)) {
    const ledger = resolveLedger(container);
    const gone = { id: message.id, problem: "The settings no longer name this recipient.", again: null };
    return retryRow(ledger.attempts.connection, TABLE, { ...gone, now: ledger.now() });
  }
  const outgoing = { table: TABLE, row: message, outlet: outletOf(message) } as const;
  try {
    const reader = { ...readerOf(settings, message), dashboardUrl: dashboardUrl(container) };
    const text = messageText(message.facts, reader);
    const id = message.channel === "webhook" ? message.id : await idempotencyKeyOf(container, message);
    await deliverMessage(container, message, { id, text, facts: message.facts });
    await endMessage(container, outgoing);
  } catch (error) {
    const problem = await tryAgain(container, outgoing, error);
    const logger = container.resolve(ContainerRegistrationKeys.LOGGER);
    logger.error(`acquiring.staff_message_not_sent id=${message.id} channel=${message.channel} error=${problem}`);
  }
}

/** Of the item about a recipient, without the address. */
const subjectOf = ({ role, channel, recipient }: NotificationTarget): string =>
  createHash("sha256")
    .update(JSON.stringify([role, channel, recipient]))
    .digest("hex");

/** One per recipient. The bell is where items are shown anyway. */
function outletOf(target: NotificationTarget): Outlet {
  const { role, channel } = target;
  if (channel === "bell") return null;
  const message = `A message to staff (role "${role}", ${channel}) could not be delivered for a day and was given up.`;
  return { subject: subjectOf(target), message };
}

export function dashboardUrl(container: MedusaContainer): string {
  const { options } = resolveLedger(container);
  const { admin } = container.resolve(ContainerRegistrationKeys.CONFIG_MODULE);
  return options.staffNotifications.dashboardUrl ?? `${options.publicBaseUrl}${admin.path ?? "/app"}`;
}

interface Delivered {
  /** The idempotency key. */
  readonly id: string;
  readonly text: MessageText;
  readonly facts: readonly StaffFact[];
}

/** Rejects with what the provider or the webhook says. */
export async function deliverMessage(
  container: MedusaContainer,
  { channel, recipient }: NotificationTarget,
  message: Delivered,
): Promise<void> {
  switch (channel) {
    case "bell":
      return ringBell(container, message);
    case "email":
      return sendEmail(container, recipient, message);
    case "webhook":
      return callWebhook(container, recipient, message);
  }
}

/** The dashboard's own template; it lists the entries of this channel. */
const FEED = { channel: "feed", template: "admin-ui" } as const;

async function ringBell(container: MedusaContainer, { id, text }: Delivered): Promise<void> {
  await requireProvider(container, "feed");
  const description = text.lines.map((line) => (text.lines.length === 1 ? line.text : line.title)).join("\n");
  await container.resolve(Modules.NOTIFICATION).createNotifications({
    ...{ to: "", ...FEED, idempotency_key: id },
    data: { title: text.title, description },
  });
}

async function sendEmail(container: MedusaContainer, to: string, { id, text }: Delivered): Promise<void> {
  await requireProvider(container, "email");
  const { emailTemplate } = resolveLedger(container).options.staffNotifications;
  await container.resolve(Modules.NOTIFICATION).createNotifications({
    ...{ to, channel: "email", idempotency_key: id },
    ...emailOf(text, emailTemplate),
  });
}

async function callWebhook(container: MedusaContainer, key: string, { id, text, facts }: Delivered): Promise<void> {
  const ledger = resolveLedger(container);
  const { webhooks } = ledger.options.staffNotifications;
  const webhook = Object.hasOwn(webhooks, key) ? webhooks[key] : undefined;
  if (!webhook) throw unsent(`The option "staffNotifications.webhooks" has no "${key}".`);
  const at = ledger.now();
  const data = { title: text.title, items: text.lines.map((line, place) => ({ ...line, ...facts[place] })) };
  // Chats show `text`.
  const body = { type: "acquiring.notification", timestamp: at.toISOString(), text: plainText(text), data };
  await postWebhook(webhook, { id, body, now: at });
}

const unsent = (message: string): MedusaError => new MedusaError(MedusaError.Types.UNEXPECTED_STATE, message);
