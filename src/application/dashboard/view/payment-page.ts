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
  const {
    limit: _limit,
    offset: _offset,
    order,
    q,
    created_from,
    created_to,
    amount_min,
    amount_max,
    decline_code,
    sales_channel,
    ...same
  } = filters;
  return {
    // A filter that the question lacks does not compile.
    ...(same satisfies Record<Exclude<keyof typeof same, keyof PaymentQuestion>, never>),
    declineCode: decline_code,
    salesChannel: sales_channel,
    createdFrom: created_from,
    createdTo: created_to,
    amountMin: minor("amount_min", amount_min, same.currency),
    amountMax: minor("amount_max", amount_max, same.currency),
    search: q ? await searchOf(container, q) : undefined,
    placesCapturingInParts: resolveLedger(container).placesCapturingInParts(),
    order: ORDER[order],
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
