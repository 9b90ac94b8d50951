import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils";
import type { CustomerMessageRow } from "../../modules/acquiring";
import {
  CUSTOMER_EMAIL,
  claimCustomerMessages,
  dropCustomerMessage,
  postponeCustomerMessage,
  wasEmailSentSince,
} from "../../modules/acquiring";
import type { Outlet } from "../outgoing/try-again";
import { endMessage, idempotencyKeyOf, requireProvider, tryAgain } from "../outgoing/try-again";
import { resolveLedger } from "../resolve-ledger";
import type { EmailContent } from "./email-contents";
import { emailContentOf } from "./email-contents";
import { finishedText } from "./email-texts";
import { emailOption, queueExpiringCards } from "./queue-emails";

type Content = Extract<EmailContent, { readonly kind: "content" }>;

/** Sends what is due. Each message is committed first and has its own idempotency key. */
const TABLE = "acquiring_customer_message";
const AT_ONCE = 20;
/** Per round; the rest follows in the next one. Our choice. */
const MOST_PAGES = 50;
const EARLY_MS = 60_000;
/** For so long, in ms, another server's newer options may have enabled the e-mail. Our choice. */
const DEPLOY_MS = 600_000;
/** While others of its kind were delivered in this time, one that was given up has a bad address. Our choice. */
const WORKS_MS = 86_400_000;
/** The name that providers get who know no finished text. */
const UNNAMED_TEMPLATE = "acquiring-customer-email";

/** One round, by the minute job. Two processes send different messages. */
export async function sendCustomerEmails(container: MedusaContainer): Promise<void> {
  const ledger = resolveLedger(container);
  await queueExpiringCards(container);
  await ledger.drain.run(() => sendDue(container));
}

async function sendDue(container: MedusaContainer): Promise<void> {
  const ledger = resolveLedger(container);
  for (let page = 0; page < MOST_PAGES && !ledger.drain.isOver; page += 1) {
    const claimed = await claimCustomerMessages(ledger.attempts.connection, ledger.now(), AT_ONCE);
    await Promise.all(claimed.map((message) => sendOne(container, message)));
    if (claimed.length < AT_ONCE) return;
  }
}

async function sendOne(container: MedusaContainer, row: CustomerMessageRow): Promise<void> {
  const ledger = resolveLedger(container);
  const pg = ledger.attempts.connection;
  const outgoing = { table: TABLE, row, outlet: outletOf(container, row) } as const;
  try {
    const { enabled } = emailOption(ledger.options.customerEmails, row.kind);
    const content = enabled ? await emailContentOf(container, row) : disabledContent(row, ledger.now());
    if (content.kind === "early")
      return await postponeCustomerMessage(pg, row.id, new Date(ledger.now().getTime() + EARLY_MS));
    if (content.kind === "dropped")
      return await dropCustomerMessage(pg, row.id, { reason: content.reason, now: ledger.now() });
    await send(container, row, content);
    await endMessage(container, outgoing);
  } catch (error) {
    const problem = await tryAgain(container, outgoing, error);
    const logger = container.resolve(ContainerRegistrationKeys.LOGGER);
    logger.error(`acquiring.customer_email_not_sent id=${row.id} kind=${row.kind} error=${problem}`);
  }
}

/** One per kind of e-mail. */
function outletOf(container: MedusaContainer, { kind }: CustomerMessageRow): Outlet {
  const ledger = resolveLedger(container);
  return {
    subject: `${CUSTOMER_EMAIL}${kind}`,
    message: `An e-mail to a customer (${kind}) could not be sent for a day and was given up.`,
    works: () => wasEmailSentSince(ledger.attempts.connection, kind, new Date(ledger.now().getTime() - WORKS_MS)),
  };
}

const disabledContent = ({ created_at: queuedAt }: CustomerMessageRow, now: Date): Exclude<EmailContent, Content> =>
  now.getTime() - queuedAt.getTime() < DEPLOY_MS
    ? { kind: "early" }
    : { kind: "dropped", reason: "It was switched off." };

/** Providers such as SendGrid's ignore the template of a message with a finished text, so it has one or the other. */
async function send(container: MedusaContainer, row: CustomerMessageRow, { to, data }: Content): Promise<void> {
  await requireProvider(container, "email");
  const { template } = emailOption(resolveLedger(container).options.customerEmails, row.kind);
  await container.resolve(Modules.NOTIFICATION).createNotifications({
    ...{ to, channel: "email", idempotency_key: await idempotencyKeyOf(container, row) },
    template: template ?? UNNAMED_TEMPLATE,
    data: { ...data },
    ...(template === undefined && { content: finishedText(data) }),
  });
}
