import type { AdminPayout, PayoutInput, PayoutSetup } from "../../../api-schema/admin";
import { plainAmount, readAmountIn } from "../amount-entry";
import { isLess } from "../amounts";

/** Form state of a payout: text, converted to the server's format or to errors by field. Pure. */
export const TEXTS = [
  "account",
  "amount",
  "currency",
  "payment_method",
  "swift_charge_option",
  "fee_paid_by",
  "fund_source",
  "source_amount",
  "source_currency",
  "payment_date",
  "reference",
  "reason",
  "client_data",
  "order_id",
  "customer_id",
  "note",
] as const;
export type PayoutField = (typeof TEXTS)[number];
export type PayoutFormDraft = Readonly<Record<PayoutField, string>>;

/** Always visible; the others are collapsed. */
export const FIRST: readonly PayoutField[] = ["amount", "currency", "reference", "reason", "note", "payment_date"];

export type PayoutFieldError = "amount" | "limit" | "currency" | "reference" | "payment_date" | "source";
type Limit = PayoutSetup["limits"][number];

/** `start`: from another page. For a currency without limits a person chooses currency and amount. */
export function emptyDraft(setup: PayoutSetup, start: Partial<PayoutFormDraft> = {}): PayoutFormDraft {
  const none = Object.fromEntries(TEXTS.map((field) => [field, ""]));
  const [only, ...more] = setup.limits;
  const currency = only === undefined || more.length > 0 ? "" : only.currency;
  const isOff = start.currency !== undefined && limitText(setup, start.currency) === null;
  const left = isOff ? { ...start, currency: "", amount: "" } : start;
  return draftFrom({ ...none, payment_method: "SWIFT", currency, ...left });
}

export const draftOfPayout = ({ input }: Pick<AdminPayout, "input">): PayoutFormDraft => draftFrom(input);

function draftFrom(given: object): PayoutFormDraft {
  const values = new Map<string, unknown>(Object.entries(given));
  const text = (field: PayoutField): string => {
    const value = values.get(field);
    return typeof value === "string" ? value : "";
  };
  return {
    account: text("account"),
    amount: text("amount"),
    currency: text("currency"),
    payment_method: text("payment_method"),
    swift_charge_option: text("swift_charge_option"),
    fee_paid_by: text("fee_paid_by"),
    fund_source: text("fund_source"),
    source_amount: text("source_amount"),
    source_currency: text("source_currency"),
    payment_date: text("payment_date"),
    reference: text("reference"),
    reason: text("reason"),
    client_data: text("client_data"),
    order_id: text("order_id"),
    customer_id: text("customer_id"),
    note: text("note"),
  };
}

export const limitText = (setup: PayoutSetup, currency: string): Limit | null =>
  setup.limits.find((limit) => limit.currency === currency) ?? null;

const isAmountIn = (typed: string, currency: string): boolean => readAmountIn(typed, currency) !== null;

/** `today`: in the reader's time zone. The server checks the rest. */
export function errorsIn(
  draft: PayoutFormDraft,
  setup: PayoutSetup,
  today: string,
): Partial<Record<PayoutField, PayoutFieldError>> {
  const limit = limitText(setup, draft.currency);
  const isRight = isAmountIn(draft.amount, draft.currency);
  const found: Partial<Record<PayoutField, PayoutFieldError>> = {};
  if (limit === null) found.currency = "currency";
  if (!isRight) found.amount = "amount";
  else if (limit !== null && isLess(limit.payout, plainAmount(draft.amount))) found.amount = "limit";
  if (draft.reference.trim() === "" || draft.reference.trim().length > 100) found.reference = "reference";
  if (draft.payment_date !== "" && draft.payment_date < today) found.payment_date = "payment_date";
  if ((draft.source_amount.trim() === "") !== (draft.source_currency === "")) found.source_amount = "source";
  else if (draft.source_amount.trim() !== "" && !isAmountIn(draft.source_amount, draft.source_currency))
    found.source_amount = "amount";
  return found;
}

export function payoutInputOf(draft: PayoutFormDraft, beneficiaryId: string): PayoutInput {
  const some = (field: PayoutField): Partial<Record<PayoutField, string>> =>
    draft[field].trim() === ""
      ? {}
      : { [field]: field === "source_amount" ? plainAmount(draft[field]) : draft[field].trim() };
  const method = draft.payment_method.trim();
  return {
    ...Object.assign({}, ...TEXTS.map(some)),
    beneficiary_id: beneficiaryId,
    amount: plainAmount(draft.amount),
    currency: draft.currency,
    reference: draft.reference.trim(),
    payment_method: method === "" ? "SWIFT" : method,
  };
}

/** Above today's remaining limit: a warning, not an error, as tomorrow it may fit. */
export const isOverToday = (draft: PayoutFormDraft, limit: Limit): boolean =>
  isAmountIn(draft.amount, draft.currency) && isLess(limit.left_today, plainAmount(draft.amount));
