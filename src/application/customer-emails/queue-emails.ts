import type { MedusaContainer } from "@medusajs/framework/types";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { Announced, AnnouncedPayment, CustomerMessageKind, NewCustomerMessage } from "../../modules/acquiring";
import { addCustomerMessages, expiringCards } from "../../modules/acquiring";
import type { CustomerEmailOptions } from "../../options/customer-email-options";
import { resolveLedger } from "../resolve-ledger";

/** Writes down which customers are to be told of what. Whether it is still true is decided when it is sent. */
const OPTION_OF = {
  voucher_reminder: "voucherReminder",
  declined_later: "declinedLater",
  refund_completed: "refundCompleted",
  card_expiring: "cardExpiring",
} as const satisfies Record<CustomerMessageKind, keyof CustomerEmailOptions>;

const KIND_OF: Partial<Record<AnnouncedPayment["kind"], CustomerMessageKind>> = {
  declined: "declined_later",
  expired: "declined_later",
  refund_succeeded: "refund_completed",
};

/** Saved cards of one round. Our choice. */
const CARDS = 500;

export const emailOption = <K extends CustomerMessageKind>(
  options: CustomerEmailOptions,
  kind: K,
): CustomerEmailOptions[(typeof OPTION_OF)[K]] => options[OPTION_OF[kind]];

/** Of delivered events, in the transaction that removes them: each is told once. */
export async function queueCustomerEmails(
  container: MedusaContainer,
  trx: Knex,
  { payments }: Pick<Announced, "payments">,
): Promise<void> {
  const ledger = resolveLedger(container);
  const added = payments.flatMap(messageOf);
  await addCustomerMessages(trx, wanted(ledger.options.customerEmails, added), ledger.now());
}

function messageOf({ kind, id, attemptId, minor }: AnnouncedPayment): readonly NewCustomerMessage[] {
  const message = KIND_OF[kind];
  if (message === undefined) return [];
  const subject = message === "refund_completed" ? id : attemptId;
  return [{ kind: message, subject, attemptId, savedCardId: null, minor }];
}

const wanted = (options: CustomerEmailOptions, added: readonly NewCustomerMessage[]): readonly NewCustomerMessage[] =>
  added.filter(({ kind }) => emailOption(options, kind).enabled);

/** A voucher or bank transfer that expires soon: once. */
export async function queueVoucherReminder(container: MedusaContainer, attemptId: string): Promise<void> {
  const ledger = resolveLedger(container);
  const reminder = { kind: "voucher_reminder", subject: attemptId, attemptId, savedCardId: null, minor: null } as const;
  const added = wanted(ledger.options.customerEmails, [reminder]);
  await addCustomerMessages(ledger.attempts.connection, added, ledger.now());
}

/** Saved cards that expire soon; each once. */
export async function queueExpiringCards(container: MedusaContainer): Promise<void> {
  const ledger = resolveLedger(container);
  const { enabled, days } = ledger.options.customerEmails.cardExpiring;
  if (!enabled) return;
  const pg = ledger.attempts.connection;
  const now = ledger.now();
  const places = ledger.placesOfUsableCards();
  await addCustomerMessages(pg, await expiringCards(pg, { now, days, limit: CARDS, places }), now);
}
