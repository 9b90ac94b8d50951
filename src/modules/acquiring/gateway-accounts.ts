import { MedusaError } from "@medusajs/framework/utils";
import { createGatewayClient } from "../../gateway/client";
import type { GatewayClient, Queries } from "../../gateway/faces";
import { createAccountKey } from "../../gateway/ids";
import type { AcquiringOptions, GatewayAccount } from "../../gateway/options";
import type { Exchange } from "../../gateway/traffic";

/** Between the gateway's last possible word and the row that holds it. Our choice. */
const LEEWAY_MS = 35_000;

/** A payout that was sent longer ago than this, in ms, is not under way any more, whichever account it was for. */
export const longestPayoutMs = ({ accounts }: AcquiringOptions): number =>
  Math.max(...[...accounts.values()].map(({ profile: { timeouts } }) => timeouts.connectMs + timeouts.otherMs)) +
  LEEWAY_MS;

/** Where the gateway is told to send its notifications. */
export const notifyUrlOf = ({ notifyBaseUrl }: AcquiringOptions, account: string): string =>
  `${notifyBaseUrl}/acquiring/notify/${account}`;

export interface Watching {
  /** Told of each exchange with the gateway. */
  readonly observe: (account: string, exchange: Exchange) => void;
  /** The same questions as somebody who watches sees them. */
  readonly watched: (account: string, queries: Queries) => Queries;
}

/** The configured accounts, each with its one client to the gateway. A name that is not configured any more has neither. */
export class GatewayAccounts {
  readonly #clients = new Map<string, GatewayClient>();
  readonly #queries = new Map<string, Queries>();

  constructor(
    private readonly options: AcquiringOptions,
    { observe, watched }: Watching,
  ) {
    for (const account of options.accounts.values()) {
      const { key } = account;
      const client = createGatewayClient({ account, observe: (exchange) => observe(key, exchange) });
      this.#clients.set(key, client);
      this.#queries.set(key, watched(key, client.queries));
    }
  }

  account(key: string): GatewayAccount | undefined {
    return this.options.accounts.get(createAccountKey(key));
  }

  /** Undefined for an account that is not configured any more. */
  queries(key: string): Queries | undefined {
    return this.#queries.get(key);
  }

  /** Throws `MedusaError` for an account that is not configured any more. */
  queriesOf(key: string): Queries {
    return this.queries(key) ?? this.client(key).queries;
  }

  /** Throws `MedusaError` for an account that is not configured any more. */
  client(key: string): GatewayClient {
    const client = this.#clients.get(key);
    if (client) return client;
    throw new MedusaError(
      MedusaError.Types.UNEXPECTED_STATE,
      `The account "${key}" is not configured any more; put it back under "accounts".`,
    );
  }

  /** Lets requests in flight end, then closes idle connections. */
  async close(): Promise<void> {
    await Promise.all([...this.#clients.values()].map((client) => client.close()));
  }
}
