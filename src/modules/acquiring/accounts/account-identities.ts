import { generateEntityId } from "@medusajs/framework/utils";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { identityOf } from "../../../gateway/model/account-identity";
import type { ConfiguredAccount } from "../../../options/options";
import type { GatewayAccount } from "../../../gateway/model/account";

/**
 * Assigns a row to a gateway account: the one configured under its key, a former one of that key, or one that is not
 * configured. The result is a route: the key itself, the key with the identity of a former account, or a route without
 * a client. Rows older than account identities belong to the account configured at the first start with identities;
 * that is stored once. It sends nothing.
 */
export interface Placed {
  readonly account: string;
  /** Empty: older than account identities. */
  readonly gateway_identity: string;
}

interface Stored {
  readonly account: string;
  readonly identity: string;
}

/** SQL of a row's place as in `GatewayAccounts.placesOf`. */
export const placeSql = (table: string): string => `${table}.account || ' ' || ${table}.gateway_identity`;

const TABLE = "acquiring_account_identity";

export class AccountIdentities {
  readonly #routes = new Map<string, ReadonlyMap<string, string>>();
  readonly #current = new Map<string, string>();
  readonly #first = new Map<string, string>();
  #loading: Promise<void> | null = null;

  constructor(
    private readonly connection: Knex,
    private readonly accounts: readonly ConfiguredAccount[],
    private readonly now: () => Date,
  ) {
    for (const account of accounts) {
      const { key, movedFrom } = account;
      this.#current.set(key, identityOf(account));
      this.#routes.set(
        key,
        new Map([
          ...movedFrom.map((baseUrl) => [identityOf({ ...account, baseUrl }), key] as const),
          [identityOf(account), key] as const,
        ]),
      );
    }
  }

  /** Of new payments under this key; empty for a key that is not configured. */
  currentOf(key: string): string {
    return this.#current.get(key) ?? "";
  }

  /** Await it before an old row is routed. Throws if the database fails; the next caller tries again. */
  async ready(): Promise<void> {
    this.#loading ??= this.load().catch((error: unknown) => {
      this.#loading = null;
      throw error;
    });
    await this.#loading;
  }

  identityOf({ account, gateway_identity: own }: Placed): string {
    return own || (this.#first.get(account) ?? this.currentOf(account));
  }

  /** The key itself for the current account, another text for every other. */
  routeOf(row: Placed): string {
    const identity = this.identityOf(row);
    return this.#routes.get(row.account)?.get(identity) ?? `${row.account} ${identity}`.trim();
  }

  /** Every place of a key's payments: of its account and its former ones, also under earlier addresses, and before identities. */
  placesOf({ key, former }: ConfiguredAccount): readonly Placed[] {
    const own = [...(this.#routes.get(key)?.keys() ?? [])];
    return ["", ...own, ...former.map(identityOf)].map((identity) => ({ account: key, gateway_identity: identity }));
  }

  isCurrent(row: Placed): boolean {
    return this.#current.has(row.account) && this.routeOf(row) === row.account;
  }

  private async load(): Promise<void> {
    const at = this.now();
    const rows = this.accounts.map((account) => ({
      id: generateEntityId(undefined, "acqaid"),
      account: account.key,
      identity: identityOf(account),
      created_at: at,
      updated_at: at,
    }));
    // If two processes with different options start at once, the first write counts for both.
    const known = await this.connection<Stored>(TABLE).where({ deleted_at: null });
    const missing = rows.filter(({ account }) => !known.some((each) => each.account === account));
    if (missing.length > 0) await this.connection(TABLE).insert(missing).onConflict().ignore();
    const stored = missing.length > 0 ? await this.connection<Stored>(TABLE).where({ deleted_at: null }) : known;
    for (const { account, identity } of stored) this.#first.set(account, identity);
  }
}

/** A key contains no space, so it never equals the route of a former account. */
export const formerRoute = (account: GatewayAccount): string => `${account.key} ${identityOf(account)}`;
