import type { GatewayAccount } from "../options";
import { parseOptions } from "../options";
import { createAccountKey } from "../ids";

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

export function accountWith(account: object = {}): GatewayAccount {
  const found = parseOptions(optionsWith(account)).accounts.get(createAccountKey("main"));
  if (!found) throw new Error("The account is missing.");
  return found;
}
