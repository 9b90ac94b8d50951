import type { GatewayAccount } from "../../src/gateway/model/account";
import type { PaymentItem } from "../../src/gateway/model/client-api";
import { createGatewayPaymentId, createOrderNo } from "../../src/gateway/model/ids";
import { createCurrency, createMoney } from "../../src/gateway/model/money";
import { parseOptions } from "../../src/options/options";
import { NUMBERS } from "../ledger/ledger-stage";

/** An account at this gateway, and the capture that is measured. */
export function captureOf(baseUrl: string): { readonly account: GatewayAccount; readonly item: PaymentItem } {
  const { accounts } = parseOptions({
    accounts: { main: { baseUrl, ...NUMBERS } },
    storefront: { origins: ["http://localhost:8000"] },
    notifyBaseUrl: "http://localhost:9000",
  });
  const [account] = accounts.values();
  if (!account) throw new Error("There is no account.");
  const item = {
    orderNo: createOrderNo("acq_00000000000000000000000001"),
    gatewayPaymentId: createGatewayPaymentId("10000000000000000001"),
    money: createMoney(4_000n, createCurrency("EUR")),
  };
  return { account, item };
}
