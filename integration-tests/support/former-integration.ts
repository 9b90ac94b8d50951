import { createGatewayClient } from "../../src/gateway/client/client";
import { createAccountKey, createOrderNo } from "../../src/gateway/model/ids";
import { createCurrency, fromMajor } from "../../src/gateway/model/money";
import type { SubscriptionTerms } from "../../src/gateway/model/payment-request";
import type { PaymentFact } from "../../src/gateway/model/facts";
import { parseOptions } from "../../src/options/options";
import type { Stage } from "./boot";
import { SIGNING_KEY } from "./boot";
import { cardPayment } from "./card-payment";

/** Another integration of the same gateway account: it has sent payments that this store knows nothing of. */
export interface Sold {
  readonly orderNo: string;
  readonly amount?: string;
  readonly save?: boolean;
  readonly subscription?: SubscriptionTerms;
}

/** The row of an import file for what it sold. */
export interface Exported {
  readonly order_no: string;
  readonly gateway_payment_id: string;
  readonly amount: string;
  readonly currency: string;
}

export async function sell({ gateway, base }: Stage, sold: Sold): Promise<{ line: Exported; fact: PaymentFact }> {
  const { orderNo: name, amount = "100.00", save = false, subscription = null } = sold;
  const account = parseOptions({
    accounts: {
      main: { baseUrl: gateway.url, merchantId: "100001", accountId: "100001001", signingKeys: [SIGNING_KEY] },
    },
    storefront: { origins: ["http://localhost:8000"] },
    notifyBaseUrl: "http://localhost:1",
  }).accounts.get(createAccountKey("main"));
  if (!account) throw new Error("The account is missing.");
  const client = createGatewayClient({ account });
  const { request } = cardPayment(`former_${name}`, `former_${name}`, {
    money: fromMajor(amount, createCurrency("EUR")),
    // The gateway was told of the new store meanwhile.
    notifyUrl: `${base}/acquiring/notify/main`,
  });
  const { instrument } = request;
  const outcome = await client.writes.authorise({
    ...request,
    orderNo: createOrderNo(name),
    subscription,
    instrument: instrument.kind === "card" ? { ...instrument, save } : instrument,
  });
  await client.close();
  if (outcome.kind !== "settled") throw new Error(`The former integration was not paid: ${outcome.kind}`);
  const { fact } = outcome;
  const line = { order_no: name, gateway_payment_id: fact.gatewayPaymentId ?? "", amount, currency: "EUR" };
  return { line, fact };
}
