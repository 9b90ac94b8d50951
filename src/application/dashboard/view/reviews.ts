import type { MedusaContainer } from "@medusajs/framework/types";
import { MedusaError } from "@medusajs/framework/utils";
import type { ReviewCase, ReviewFilters, ReviewPage, ReviewRow, CustomerHistoryView } from "../../../api-schema/admin";
import { createCurrency, createMoney, toMajor } from "../../../gateway/model/money";
import type { AttemptRow } from "../../../modules/acquiring";
import { customerHistory, minorOf, reviewQueue, reviewQueueLength, votesOf } from "../../../modules/acquiring";
import { resolveLedger } from "../../resolve-ledger";
import { paymentActionsOf } from "./actions-view";
import { holdOf } from "./hold-view";
import { namesOf } from "../../orders/load-medusa-orders";
import { paymentView } from "./order-payments";
import { emailsOfCarts, emailsOfCollections, paymentRows } from "./payment-rows";
import { Risk } from "./payment-shape";

export async function reviewPage(container: MedusaContainer, filters: ReviewFilters): Promise<ReviewPage> {
  const pg = resolveLedger(container).attempts.connection;
  const { account, limit, offset } = filters;
  const attempts = await reviewQueue(pg, { account }, { limit, offset });
  const count = await reviewQueueLength(pg, { account });
  return { reviews: await reviewRows(container, attempts), count, limit, offset };
}

async function reviewRows(container: MedusaContainer, attempts: readonly AttemptRow[]): Promise<ReviewRow[]> {
  const ledger = resolveLedger(container);
  const pg = ledger.attempts.connection;
  const ids = attempts.map(({ id }) => id);
  const rows = await paymentRows(container, attempts);
  const votes = await votesOf(pg, ids);
  const names = await namesOf(
    container,
    votes.map(({ actor_id: by }) => by),
  );
  const operations = await ledger.attempts.operationsOfMany(ids);
  return attempts.flatMap((attempt) => {
    const row = rows.find(({ id }) => id === attempt.id);
    const hold = holdOf(attempt, { ledger, votes, nameOf: (id) => names.get(id) ?? null });
    if (!row || !hold) return [];
    const { review } = paymentActionsOf(ledger, attempt, operations.get(attempt.id) ?? []);
    return {
      ...row,
      hold,
      reasons: Risk.parse(attempt.risk ?? null)?.reasons ?? [],
      billing_country: attempt.billing_country,
      may_reject: review?.reject ?? false,
      reject_refused_because: review ? review.reject_refused_because : ledger.account(attempt.account) ? BUSY : GONE,
    };
  });
}

const GONE = "This payment's account is no longer configured. Add it to the option accounts again.";
const BUSY = "This payment is being checked with the gateway. Refresh in a minute.";

/** Throws NOT_FOUND for an unknown payment and for one that was never held. */
export async function reviewCase(container: MedusaContainer, id: string): Promise<ReviewCase> {
  const attempt = await resolveLedger(container).attempts.attempt(id);
  if (attempt?.held_at == null) {
    throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no payment ${id} that was held for review.`);
  }
  return { payment: await paymentView(container, id), customer: await requestCustomer(container, attempt) };
}

async function requestCustomer(container: MedusaContainer, attempt: AttemptRow): Promise<CustomerHistoryView> {
  const pg = resolveLedger(container).attempts.connection;
  const { customer_id: customer } = attempt;
  const email = await emailOf(container, attempt);
  const history = await customerHistory(pg, attempt, await customersOf(container, customer, email));
  return {
    email,
    customer_id: customer,
    first_seen: history.firstSeen?.toISOString() ?? null,
    counts: { ...history.counts },
    captured: history.captured.map(({ currency, minor }) => ({
      currency,
      amount: toMajor(createMoney(minorOf(minor), createCurrency(currency))),
    })),
    latest: [...(await paymentRows(container, history.latest))],
  };
}

async function emailOf(
  container: MedusaContainer,
  { cart_id: cart, collection_id: collection }: AttemptRow,
): Promise<string | null> {
  if (cart !== null) return (await emailsOfCarts(container, [cart])).get(cart) ?? null;
  if (collection === null) return null;
  return (await emailsOfCollections(container, [collection])).get(collection) ?? null;
}

/** A guest gets a new customer record with each order; the e-mail address joins them. */
async function customersOf(
  container: MedusaContainer,
  customer: string | null,
  email: string | null,
): Promise<readonly string[]> {
  const rows = email
    ? await resolveLedger(container).attempts.connection("customer").select<{ id: string }[]>("id").where({ email })
    : [];
  return [...new Set([...(customer === null ? [] : [customer]), ...rows.map(({ id }) => id)])];
}
