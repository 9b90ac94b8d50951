import type { GatewayAccount } from "../model/account";
import { parseOptions } from "../../options/options";
import { createAccountKey } from "../model/ids";

/** Options and an account for the tests of this folder. */
export const KEY = "golden-key-0123456789";

export const optionsWith = (account: object = {}, rest: object = {}): Record<string, unknown> => ({
  accounts: {
    main: {
      baseUrl: "https://gateway.example",
      merchantId: "100001",
      accountId: "100001001",
      signingKeys: [KEY],
      ...account,
    },
  },
  storefront: { origins: ["https://shop.example"] },
  notifyBaseUrl: "https://api.shop.example",
  ...rest,
});

export function accountWith(account: object = {}, rest: object = {}): GatewayAccount {
  const found = parseOptions(optionsWith(account, rest)).accounts.get(createAccountKey("main"));
  if (!found) throw new Error("The account is missing.");
  return found;
}

/** The gateway's words for ten euro that were authorised; signed and sent in many ways. */
export const SUCCESS = {
  merchant_id: "100001",
  account_id: "100001001",
  order_no: "acq_1",
  amount: "10.00",
  currency: "EUR",
  transaction_id: "17",
  order_status: "1",
  result_info: "0000:Success",
};
