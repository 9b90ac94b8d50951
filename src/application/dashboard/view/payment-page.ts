import type { MedusaContainer } from "@medusajs/framework/types";
import { MedusaError } from "@medusajs/framework/utils";
import type { PaymentFilters, PaymentPage } from "../../../api-schema/admin";
import { createCurrency, fromEntered, MoneyError } from "../../../gateway/model/money";
import { nameOfMethod } from "../../../options/payment-methods";
import type { PaymentQuestion } from "../../../modules/acquiring";
import { countPayments, listPayments, seenValues } from "../../../modules/acquiring";
import { resolveLedger } from "../../resolve-ledger";
import { paymentRows } from "./payment-rows";
import { namedChannels } from "./sales-channels";
import { searchOf } from "./search";

export async function paymentPage(container: MedusaContainer, filters: PaymentFilters): Promise<PaymentPage> {
  const service = resolveLedger(container);
  const pg = service.attempts.connection;
  const { limit, offset } = filters;
  const question = await paymentQuestion(container, filters);
  const [attempts, count, seen] = await Promise.all([
    listPayments(pg, question, { limit, offset }),
    countPayments(pg, question),
    seenValues(pg),
  ]);
  const names = seen.methods.map((code) => [code, nameOfMethod(service.options.apmMethods, code)]);
  return {
    payments: await paymentRows(container, attempts),
    count,
    limit,
    offset,
    seen: {
      methods: seen.methods,
      method_names: Object.fromEntries(names),
      currencies: seen.currencies,
      risks: seen.risks,
      sales_channels: await namedChannels(container, seen.salesChannels),
    },
  };
}

const ORDER: Readonly<Record<PaymentFilters["order"], PaymentQuestion["order"]>> = {
  "-created_at": { by: "created_at", direction: "desc" },
  created_at: { by: "created_at", direction: "asc" },
  "-amount": { by: "requested", direction: "desc" },
  amount: { by: "requested", direction: "asc" },
};

/** Throws INVALID_DATA for amounts without a single currency, or with more decimals than the currency has. */
export async function paymentQuestion(container: MedusaContainer, filters: PaymentFilters): Promise<PaymentQuestion> {
  const { state, mode, method, account, currency, risk, capturable, held, attention } = filters;
  const { refunded, disputed, challenged, reviewed } = filters;
  return {
    ...{ state, mode, method, account, currency, risk, capturable, held, attention },
    ...{
      refunded,
      disputed,
      challenged,
      reviewed,
      declineCode: filters.decline_code,
      salesChannel: filters.sales_channel,
    },
    createdFrom: filters.created_from,
    createdTo: filters.created_to,
    amountMin: minor("amount_min", filters.amount_min, currency),
    amountMax: minor("amount_max", filters.amount_max, currency),
    search: filters.q ? await searchOf(container, filters.q) : undefined,
    placesCapturingInParts: resolveLedger(container).placesCapturingInParts(),
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
    return fromEntered(amount, createCurrency(code)).minor;
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
    throw new MedusaError(MedusaError.Types.INVALID_DATA, `${name}: ${error.message}`);
  }
}
