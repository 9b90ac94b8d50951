import type { Knex } from "knex";
import { Shop } from "../support/shop";
import { Front } from "./front";
import type { Control } from "./rest";

/** The gateway's account, and how processes and customers of `npm run cluster` and `npm run upgrade` reach store and gateway. */
const KEY = "golden-key-0123456789";
const ACCOUNT = { merchantId: "100001", accountId: "100001001" };
const FREE = { max: 1_000, windowMs: 1_000 };
const OPTIONS = {
  trustedProxies: 1,
  completeCartAfterMs: 2_000,
  cardTesting: { limits: { session: FREE, cart: FREE, customer: FREE, address: FREE, card: FREE } },
};
const PROFILE = { timeouts: { connectMs: 5_000, authoriseMs: 5_000, otherMs: 5_000 } };

export const GATEWAY = { ...ACCOUNT, signingKeys: [KEY] };

/** What the store's processes are started with. */
export const environment = (at: { databaseUrl: string; gatewayUrl: string; base: string }): Record<string, string> => ({
  DATABASE_URL: at.databaseUrl,
  DISABLE_MEDUSA_ADMIN: "true",
  LOG_LEVEL: "warn",
  TZ: "UTC",
  ACQUIRING_SIGNING_KEY: KEY,
  ACQUIRING_MERCHANT_ID: ACCOUNT.merchantId,
  ACQUIRING_ACCOUNT_ID: ACCOUNT.accountId,
  ACQUIRING_BASE_URL: at.gatewayUrl,
  ACQUIRING_NOTIFY_BASE_URL: at.base,
  ACQUIRING_PROFILE: JSON.stringify(PROFILE),
  ACQUIRING_OPTIONS: JSON.stringify(OPTIONS),
});

export interface OpenFront {
  readonly shop: Front;
  readonly admin: Front;
  readonly templateId: string;
  /** The same shop for a storefront's calls. */
  readonly storefront: Shop;
}

/** A customer and an admin at the load balancer, and the cart that all others are copied from. */
export async function openFront(pg: Knex, base: string): Promise<OpenFront> {
  const { rows } = await pg.raw<{ rows: { token: string; region: string }[] }>(
    `SELECT (SELECT token FROM api_key WHERE type = 'publishable' AND title = 'Web shop') AS token,
            (SELECT id FROM region LIMIT 1) AS region`,
  );
  const [found] = rows;
  if (!found) throw new Error("The shop is not seeded.");
  const storefront = new Shop(base, found.token, found.region);
  const { cartId } = await storefront.checkout("vase", 2);
  const anybody = new Front(base, {});
  const [email, password] = [process.env.CLUSTER_ADMIN_EMAIL, process.env.CLUSTER_ADMIN_PASSWORD];
  const login = await anybody.post("/auth/user/emailpass", { email, password });
  return {
    templateId: cartId,
    storefront,
    shop: anybody.with({ "x-publishable-api-key": found.token }),
    admin: anybody.with({ authorization: `Bearer ${String(login?.body.token)}` }),
  };
}

/** The gateway's control API. */
export const controlOf = (url: string): Control => ({
  post: async (call, body) => {
    const sent = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
    const answer = await fetch(`${url}/_control/${call}`, sent);
    if (!answer.ok) throw new Error(`The gateway refused ${call}: ${await answer.text()}`);
  },
  nowMs: async () => {
    const state: unknown = await fetch(`${url}/_control/state?order_no=none`).then((answer) => answer.json());
    return Date.parse(String(new Map(Object.entries(state ?? {})).get("now")));
  },
});
