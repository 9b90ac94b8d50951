import { MedusaError } from "@medusajs/framework/utils";
import type { GatewayReport } from "../../modules/acquiring";
import { failpoint } from "../../modules/acquiring";
import { createOrderNo } from "../../gateway/model/ids";
import type { PaymentFact } from "../../gateway/model/facts";
import type { Money } from "../../gateway/model/money";
import { projectAttempt } from "../orders/project-attempt";
import { resolveLedger } from "../resolve-ledger";
import type { ConfirmedFact } from "./confirm-payment";
import { confirmPayment, moneyOfLine } from "./confirm-payment";
import type { FoundCustomer } from "./find-customer";
import { findCustomer } from "./find-customer";
import type { ImportContext, Judged } from "./import-record";
import { imported, alreadyPresent, rejected } from "./import-record";
import { otherPayment } from "./other-payment";
import type { OrderPlace } from "./place-on-order";
import { cartOfOrder, placeOnOrder, writeOnOrder } from "./place-on-order";
import type { AuthorisationRecord } from "./record-schemas";

/**
 * An open authorisation: imported if the gateway reports exactly this transaction as authorised, with this amount and
 * currency. With an order, Medusa's payment of that order becomes ours, and Medusa's own buttons work.
 */
export interface AuthorisationImport {
  readonly account: string;
  readonly line: AuthorisationRecord;
  readonly report: GatewayReport;
}

export async function importAuthorisation(context: ImportContext, request: AuthorisationImport): Promise<Judged> {
  const { account, line, report } = request;
  const claimed = moneyOfLine(line);
  if ("refused" in claimed) return claimed.refused;
  const known = await alreadyHere(context, { account, line, money: claimed.money });
  if (known) return known;
  const checked = await check(context, request, claimed.money);
  if ("refused" in checked) return checked.refused;
  const { fact, customer, place } = checked;
  if (context.isDry) return done(place);
  const orderNo = createOrderNo(line.order_no);
  const taken = await resolveLedger(context.container).imports.take({
    ...{ account, orderNo, fact, mode: line.method, providerId: providerOf(request), subscription: null },
    customerId: customer?.id ?? null,
    authorisedAt: line.authorised_at,
    askedAt: report.askedAt,
    actorId: context.actorId,
  });
  if (taken.kind === "taken") return otherPayment(taken.by);
  failpoint("import:after-row");
  if (place !== null) await link(context, { attemptId: taken.row.id, orderNo, place });
  return done(place);
}

const providerOf = ({ account, line }: AuthorisationImport): string => `pp_acquiring-${line.method}_${account}`;

interface Checked {
  readonly fact: ConfirmedFact;
  readonly customer: FoundCustomer | null;
  readonly place: OrderPlace | null;
}

async function check(
  context: ImportContext,
  request: AuthorisationImport,
  money: Money,
): Promise<Checked | { readonly refused: Judged }> {
  const { line, report } = request;
  const facts = report.facts.get(line.order_no) ?? [];
  const confirmed = confirmPayment(facts, { transactionId: line.gateway_payment_id, money });
  if ("refused" in confirmed) return confirmed;
  const closed = notOpen(confirmed.fact, facts);
  if (closed) return { refused: closed };
  const customer = await customerOf(context, line);
  if (customer !== null && "refused" in customer) return customer;
  const place = await placeOf(context, { line, money, providerId: providerOf(request) });
  if (place !== null && "refused" in place) return place;
  return { fact: confirmed.fact, customer, place };
}

const WITHOUT_ORDER = "without an order: find it on the payments page";

const done = (place: OrderPlace | null): Judged => (place === null ? imported(WITHOUT_ORDER) : imported());

/** Imported before, perhaps by a run that died before it reached the order. Null: not yet. */
async function alreadyHere(
  context: ImportContext,
  { account, line, money }: { readonly account: string; readonly line: AuthorisationRecord; readonly money: Money },
): Promise<Judged | null> {
  const { attempts, imports } = resolveLedger(context.container);
  const orderNo = createOrderNo(line.order_no);
  const named = { account, orderNo, gatewayPaymentId: line.gateway_payment_id, recurringId: null };
  const known = await imports.known(named);
  if (!known) return null;
  if (known.kind === "taken") return otherPayment(known.by);
  const { row } = known;
  const isWaiting = row.imported_at !== null && row.session_id === row.order_no && row.state === "authorised";
  if (line.order_id === undefined || !isWaiting) return alreadyPresent();
  if ((await attempts.operations(row.id)).length > 0)
    return alreadyPresent("in use on the payments page, so its order is not linked");
  const place = await placeOf(context, { line, money, providerId: row.provider_id });
  if (place !== null && "refused" in place) return place.refused;
  if (place !== null && !context.isDry) await link(context, { attemptId: row.id, orderNo, place });
  return alreadyPresent("its order was missing and has been linked");
}

async function customerOf(context: ImportContext, line: AuthorisationRecord) {
  if (line.customer_id === undefined && line.email === undefined) return null;
  return findCustomer(context.container, line);
}

const placeOf = async (
  { container }: ImportContext,
  {
    line,
    money,
    providerId,
  }: { readonly line: AuthorisationRecord; readonly money: Money; readonly providerId: string },
): Promise<OrderPlace | { readonly refused: Judged } | null> =>
  line.order_id === undefined
    ? null
    : placeOnOrder(container, { orderId: line.order_id, orderNo: line.order_no, money, providerId });

/** Medusa's rows first: until the ledger knows their session, nothing follows them. */
async function link(
  { container, actorId }: ImportContext,
  { attemptId, orderNo, place }: { readonly attemptId: string; readonly orderNo: string; readonly place: OrderPlace },
): Promise<void> {
  const sessionId = await writeOnOrder(container, place, orderNo);
  failpoint("import:after-order");
  const cartId = await cartOfOrder(container, place);
  const isLinked = await resolveLedger(container).imports.link(attemptId, { sessionId, cartId, actorId });
  if (!isLinked) throw new MedusaError(MedusaError.Types.CONFLICT, "the payment has changed meanwhile");
  // If this fails it stays due, and the worker runs it.
  await projectAttempt(container, attemptId);
}

/** Why the gateway's payment is not an open authorisation; null if it is. */
function notOpen(
  { reading, gatewayPaymentId: id, recurring }: ConfirmedFact,
  facts: readonly PaymentFact[],
): Judged | null {
  if (recurring !== null)
    return rejected("order_no", "the payment belongs to a subscription", "Import it with --kind subscriptions.");
  if (reading !== "authorised") {
    const problem = `the gateway reports it as ${reading.replaceAll("_", " ")}, not as an open authorisation`;
    return rejected("order_no", problem, "Leave it out: what is captured, voided or declined needs no import.");
  }
  const rival = facts.find(
    (fact) => fact.gatewayPaymentId !== id && ["authorised", "captured", "refunded"].includes(fact.reading),
  );
  if (!rival) return null;
  const problem = "the gateway lists a second payment under this order number";
  return rejected("order_no", problem, "Resolve it in the gateway's portal: one order number is one payment here.");
}
