import type { AccountKey } from "./ids";
import type { PayoutUnit } from "./payout-profile";
import type { GatewayProfile } from "./profile";

/** One account at the gateway with its dialect, as the options configure it. */
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
