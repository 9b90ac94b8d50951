import { MedusaError } from "@medusajs/framework/utils";
import { createGatewayClient } from "../../gateway/client";
import type { GatewayClient } from "../../gateway/faces";
import { createAccountKey } from "../../gateway/ids";
import type { AcquiringOptions, GatewayAccount } from "../../gateway/options";
import type { Exchange } from "../../gateway/traffic";

/** Between the gateway's last possible word and the row that holds it. Our choice. */
const LEEWAY_MS = 35_000;

/** A write that was begun longer ago than this, in ms, is not under way any more, whichever account it was for. */
export const longestExchangeMs = ({ accounts }: AcquiringOptions): number =>
  Math.max(...[...accounts.values()].map(({ profile: { timeouts } }) => timeouts.connectMs + timeouts.otherMs)) +
  LEEWAY_MS;

/** Where the gateway is told to send its notifications. */
export const notifyUrlOf = ({ notifyBaseUrl }: AcquiringOptions, account: string): string =>
  `${notifyBaseUrl}/acquiring/notify/${account}`;

/** The configured accounts, each with its one client to the gateway. A name that is not configured any more has neither. */
export class GatewayAccounts {
  readonly #clients = new Map<string, GatewayClient>();

  constructor(
    private readonly options: AcquiringOptions,
    observe: (account: string, exchange: Exchange) => void,
  ) {
    for (const account of options.accounts.values()) {
      const client = createGatewayClient({ account, observe: (exchange) => observe(account.key, exchange) });
      this.#clients.set(account.key, client);
    }
  }

  account(key: string): GatewayAccount | undefined {
    return this.options.accounts.get(createAccountKey(key));
  }

  /** Undefined for an account that is not configured any more. */
  queries(key: string): GatewayClient["queries"] | undefined {
    return this.#clients.get(key)?.queries;
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
