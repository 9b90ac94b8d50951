import type { MedusaContainer } from "@medusajs/framework/types";
import { MedusaError } from "@medusajs/framework/utils";
import type { PaymentFilters, PaymentPage, PaymentRow } from "../../contract/admin";
import { createCurrency, createMoney, fromMajor, MoneyError, toMajor } from "../../gateway/money";
import type { PaymentQuestion } from "../../modules/acquiring/ledger/payment-list";
import { countPayments, listPayments, openAttention, seenValues } from "../../modules/acquiring/ledger/payment-list";
import type { AttemptRow, OperationRow } from "../../modules/acquiring/ledger/rows";
import { minorOf } from "../../modules/acquiring/ledger/rows";
import { ledgerOf } from "../ledger-of";
import { actionsOf } from "./actions-view";
import { ordersOfCarts } from "./medusa-side";
import { Risk } from "./payment-shape";
import { searchOf } from "./search";

/** The list of payments: what the filters ask for, and each found payment as a row of the contract. */
export async function paymentPage(container: MedusaContainer, filters: PaymentFilters): Promise<PaymentPage> {
  const pg = ledgerOf(container).ledger.connection;
  const { limit, offset } = filters;
  const question = await questionOf(container, filters);
  const [attempts, count, seen] = await Promise.all([
    listPayments(pg, question, { limit, offset }),
    countPayments(pg, question),
    seenValues(pg),
  ]);
  return { payments: await rowsOf(container, attempts), count, limit, offset, seen };
}

const ORDER: Readonly<Record<PaymentFilters["order"], PaymentQuestion["order"]>> = {
  "-created_at": { by: "created_at", direction: "desc" },
  created_at: { by: "created_at", direction: "asc" },
  "-amount": { by: "requested", direction: "desc" },
  amount: { by: "requested", direction: "asc" },
};

/** Throws INVALID_DATA for amounts without one currency, or with more decimals than it has. */
export async function questionOf(container: MedusaContainer, filters: PaymentFilters): Promise<PaymentQuestion> {
  const { state, mode, method, account, currency, risk, capturable, held, attention } = filters;
  const { options } = ledgerOf(container);
  return {
    ...{ state, mode, method, account, currency, risk, capturable, held, attention },
    createdFrom: filters.created_from,
    createdTo: filters.created_to,
    amountMin: minor("amount_min", filters.amount_min, currency),
    amountMax: minor("amount_max", filters.amount_max, currency),
    search: filters.q ? await searchOf(container, filters.q) : undefined,
    multipleCaptures: [...options.accounts.values()].flatMap(({ key, profile }) =>
      profile.capture.multiple ? [key] : [],
    ),
    order: ORDER[filters.order],
  };
}

function minor(name: string, amount: string | undefined, currency: PaymentFilters["currency"]): bigint | undefined {
  if (amount === undefined) return undefined;
  const [code, ...others] = currency ?? [];
  if (code === undefined || others.length > 0) {
    throw new MedusaError(MedusaError.Types.INVALID_DATA, `${name}: it needs exactly one currency.`);
  }
  try {
    return fromMajor(amount, createCurrency(code)).minor;
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
    throw new MedusaError(MedusaError.Types.INVALID_DATA, `${name}: ${error.message}`);
  }
}

/** In the order of the attempts. Four reads, however many there are. */
export async function rowsOf(container: MedusaContainer, attempts: readonly AttemptRow[]): Promise<PaymentRow[]> {
  if (attempts.length === 0) return [];
  const ledger = ledgerOf(container);
  const pg = ledger.ledger.connection;
  const ids = attempts.map(({ id }) => id);
  const cartIds = attempts.flatMap(({ cart_id }) => cart_id ?? []);
  const [operations, attention, orders, emails] = await Promise.all([
    ledger.ledger.operationsOfMany(ids),
    openAttention(pg, ids),
    ordersOfCarts(container, cartIds),
    emailsOf(container, cartIds),
  ]);
  return attempts.map((attempt) => {
    const own: readonly OperationRow[] = operations.get(attempt.id) ?? [];
    const cartId = attempt.cart_id ?? "";
    return {
      ...shapeRow(attempt),
      attention: attention.get(attempt.id) ?? 0,
      capture: actionsOf(ledger, attempt, own).capture,
      order: orders.get(cartId) ?? null,
      email: emails.get(cartId) ?? null,
    };
  });
}

function shapeRow(attempt: AttemptRow): Omit<PaymentRow, "attention" | "capture" | "order" | "email"> {
  const currency = createCurrency(attempt.currency);
  const major = (amount: bigint): string => toMajor(createMoney(amount, currency));
  const risk = Risk.parse(attempt.risk ?? null);
  return {
    id: attempt.id,
    account: attempt.account,
    mode: attempt.mode,
    method: attempt.method,
    state: attempt.state,
    currency: attempt.currency,
    amounts: {
      requested: major(minorOf(attempt.requested)),
      authorised: major(minorOf(attempt.authorised)),
      captured: major(minorOf(attempt.captured)),
      refunded: major(minorOf(attempt.refunded) + minorOf(attempt.refund_pending)),
    },
    card: attempt.card_mask ? { mask: attempt.card_mask, brand: attempt.card_brand } : null,
    risk: risk && { action: risk.action, score: risk.score },
    held: attempt.held_at !== null && attempt.hold_decision === null,
    order_no: attempt.order_no,
    gateway_payment_id: attempt.gateway_payment_id,
    created_at: attempt.created_at.toISOString(),
  };
}

async function emailsOf(container: MedusaContainer, cartIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (cartIds.length === 0) return new Map();
  const rows = await ledgerOf(container)
    .ledger.connection("cart")
    .whereIn("id", [...new Set(cartIds)])
    .whereNotNull("email")
    .select<{ id: string; email: string }[]>("id", "email");
  return new Map(rows.map(({ id, email }) => [id, email]));
}
