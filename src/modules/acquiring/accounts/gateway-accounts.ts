import { MedusaError } from "@medusajs/framework/utils";
import { describeIdentity } from "../../../gateway/model/account-identity";
import { createGatewayClient } from "../../../gateway/client/client";
import type { GatewayClient, Queries } from "../../../gateway/model/client-api";
import { createAccountKey } from "../../../gateway/model/ids";
import type { AcquiringOptions } from "../../../options/options";
import type { GatewayAccount } from "../../../gateway/model/account";
import type { Reason } from "../../../gateway/model/outcome";
import type { Exchange, ExchangeOperation } from "../../../gateway/transport/exchange-metrics";
import type { AccountIdentities, Placed } from "./account-identities";
import { formerRoute } from "./account-identities";

/** Between the gateway's last possible response and its row. Our choice. */
const LEEWAY_MS = 35_000;

/** A payout that was sent longer ago than this, in ms, is no longer in flight, for any account. */
export const longestPayoutMs = ({ accounts }: AcquiringOptions): number =>
  Math.max(...[...accounts.values()].map(({ profile: { timeouts } }) => timeouts.connectMs + timeouts.otherMs)) +
  LEEWAY_MS;

export const notifyUrlOf = ({ notifyBaseUrl }: AcquiringOptions, account: string): string =>
  `${notifyBaseUrl}/acquiring/notify/${account}`;

export interface Watching {
  readonly observe: (account: string, exchange: Exchange) => void;
  readonly noteUnreadable: (account: string, operation: ExchangeOperation) => void;
  readonly watched: (account: string, queries: Queries) => Queries;
  readonly identities: AccountIdentities;
}

/** The error code when a payment's account is not configured: nothing is sent or queried. */
export const ACCOUNT_CHANGED = "account_changed";

/** By route (see `AccountIdentities`), one client each. An account that is not configured has no client. */
export class GatewayAccounts {
  readonly #accounts = new Map<string, GatewayAccount>();
  readonly #clients = new Map<string, GatewayClient>();
  readonly #queries = new Map<string, Queries>();

  constructor(
    private readonly options: AcquiringOptions,
    private readonly watching: Watching,
  ) {
    for (const account of options.accounts.values()) {
      this.open(account.key, account);
      for (const former of account.former) this.open(formerRoute(former), former);
    }
  }

  account(route: string): GatewayAccount | undefined {
    return this.#accounts.get(route);
  }

  accountOf(row: Placed): GatewayAccount | undefined {
    return this.account(this.routeOf(row));
  }

  /** The places, as in `placeSql`, of payments whose own account, which may be a former one, is such. */
  placesOf(isSuch: (account: GatewayAccount) => boolean): string[] {
    return this.places((place) => {
      const account = this.accountOf(place);
      return account !== undefined && isSuch(account);
    });
  }

  /** The places of the accounts that are configured now, without their former ones. */
  currentPlaces(): string[] {
    return this.places((place) => this.watching.identities.isCurrent(place));
  }

  private places(isWanted: (place: Placed) => boolean): string[] {
    return [...this.options.accounts.values()]
      .flatMap((account) => this.watching.identities.placesOf(account))
      .filter(isWanted)
      .map(({ account, gateway_identity: identity }) => `${account} ${identity}`);
  }

  routeOf(row: Placed): string {
    return this.watching.identities.routeOf(row);
  }

  /** The current account of a key and its former ones, the current one first. */
  accountsUnder(key: string): readonly GatewayAccount[] {
    const account = this.options.accounts.get(createAccountKey(key));
    return account ? [account, ...account.former] : [];
  }

  /** Why nothing may be sent or queried for this row; null if it may. */
  refusalOf(row: Placed): Reason | null {
    if (this.accountOf(row)) return null;
    const { account } = row;
    if (this.accountsUnder(account).length === 0) {
      const message = `The account "${account}" is no longer configured and has open payments. Add it to "accounts" again.`;
      return { code: "account_missing", message };
    }
    const where = describeIdentity(this.watching.identities.identityOf(row));
    const message = `This was sent to ${where}, which is no longer the account "${account}". List it under "accounts.${account}.former".`;
    return { code: ACCOUNT_CHANGED, message };
  }

  /** Undefined for an account that is no longer configured. */
  queries(route: string): Queries | undefined {
    return this.#queries.get(route);
  }

  /** Of the account that is configured under the key, and of its former ones. */
  queriesUnder(key: string): readonly Queries[] {
    const routes = this.accountsUnder(key).map((account, index) => (index === 0 ? key : formerRoute(account)));
    return routes.flatMap((route) => this.queries(route) ?? []);
  }

  /** Throws `MedusaError` for an account that is no longer configured. */
  queriesOf(route: string): Queries {
    return this.queries(route) ?? this.client(route).queries;
  }

  /** Throws `MedusaError` for an account that is no longer configured. */
  client(route: string): GatewayClient {
    const client = this.#clients.get(route);
    if (client) return client;
    const [key = "", ...identity] = route.split(" ");
    const refusal = this.refusalOf({ account: key, gateway_identity: identity.join(" ") });
    throw new MedusaError(
      MedusaError.Types.UNEXPECTED_STATE,
      refusal?.message ?? `The account "${key}" is no longer configured. Add it to "accounts" again.`,
    );
  }

  async close(): Promise<void> {
    await Promise.all([...this.#clients.values()].map((client) => client.close()));
  }

  private open(route: string, account: GatewayAccount): void {
    const { observe, noteUnreadable, watched } = this.watching;
    const client = createGatewayClient({
      account,
      observe: (exchange) => observe(account.key, exchange),
      noteUnreadable: (operation) => noteUnreadable(account.key, operation),
    });
    this.#accounts.set(route, account);
    this.#clients.set(route, client);
    this.#queries.set(route, watched(account.key, client.queries));
  }
}
