import type { AccountKey } from "./ids";
import type { PayoutUnit } from "./payout-profile";
import type { GatewayProfile } from "./profile";

export interface GatewayAccount {
  readonly key: AccountKey;
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly merchantId: string;
  readonly accountId: string;
  /** Prints as "[redacted]". */
  readonly signingKeys: readonly string[];
  readonly sandbox: boolean;
  /** `payout.amountUnit`; null: payouts are off. */
  readonly payoutUnit: PayoutUnit | null;
  readonly profile: GatewayProfile;
}
