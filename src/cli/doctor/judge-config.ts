import type { AcquiringOptions } from "../../options/options";
import { isLoopback } from "../../gateway/model/safe-url";
import type { StoreConfig } from "../store/store-config";
import type { Finding } from "./finding";
import { fail, hint, ok, warn } from "./finding";

export interface ConfigReading {
  readonly config: StoreConfig;
  readonly options: AcquiringOptions;
  readonly isProduction: boolean;
}

export const judgeConfig = (reading: ConfigReading): readonly Finding[] => [
  ...judgeKeys(reading),
  ...judgeProviders(reading),
  judgeSecrets(reading),
  judgeStoreCors(reading),
  judgeAuthCors(reading),
  ...judgeAddresses(reading),
  ...judgePool(reading),
];

/** A lock, Medusa's transaction, the ledger's inside it, and one for others. */
const FEWEST_CONNECTIONS = 4;

function judgePool({ config: { poolMax } }: ConfigReading): readonly Finding[] {
  if (poolMax === null || poolMax >= FEWEST_CONNECTIONS) return [];
  const message = `projectConfig.databaseDriverOptions.pool.max is ${String(poolMax)}: a request can wait for a connection that it holds itself.`;
  return [warn("connections", message, `Set it to ${String(FEWEST_CONNECTIONS)} or more; the default is ten.`)];
}

const SHORT = 16;
/** A generated key repeats few of its characters; `aaaaaaaa` and `12341234` were typed. */
const FEW_CHARACTERS = 6;

function judgeKeys({ options }: ConfigReading): readonly Finding[] {
  return [...options.accounts.values()].map(({ key, signingKeys }) => {
    const weak = signingKeys.findIndex((each) => each.length < SHORT || new Set(each).size < FEW_CHARACTERS);
    return weak < 0
      ? ok(`keys of ${key}`, `${String(signingKeys.length)} of normal length`)
      : warn(
          `keys of ${key}`,
          `accounts.${key}.signingKeys[${String(weak)}] looks typed or truncated: it is short or repetitive.`,
          "Compare it with the key that the gateway gave you.",
        );
  });
}

function judgeProviders({ config: { setup }, options }: ConfigReading): readonly Finding[] {
  const check = "payment module";
  const accounts: readonly string[] = [...options.accounts.keys()];
  const ids = setup.providers.map(({ id }) => id ?? "");
  if (ids.length === 0) {
    return [
      fail(
        check,
        "The payment module lists none of our providers, so no payment can be made.",
        'Add { resolve: "@medusajs/medusa/payment", dependencies: ["acquiring"], options: { providers: [{ resolve: "medusa-payment-acquiring/providers/acquiring", id: "main" }] } } to "modules".',
      ),
    ];
  }
  const ofTheirOwn = setup.providers.filter((each) => each.options.length > 0);
  const misplaced = ofTheirOwn.map(({ id, options: names }) =>
    fail(
      check,
      `The provider "${id ?? ""}" has its own options (${names.slice(0, 5).join(", ")}), which are not used.`,
      'Move them to the plugin\'s options, under "accounts".',
    ),
  );
  const stranger = ids.find((id) => !accounts.includes(id));
  const unused = accounts.filter((key) => !ids.includes(key));
  return [
    setup.seesLedger
      ? ok(check, `has access to the ledger; providers: ${ids.join(", ")}`)
      : fail(
          check,
          "The payment module has no access to the ledger, so no payment can be made.",
          'Add dependencies: ["acquiring"] next to its "resolve".',
        ),
    ...misplaced,
    ...(stranger === undefined
      ? []
      : [
          fail(
            check,
            `The provider ID "${stranger}" is not a key of "accounts" (${accounts.join(", ")}).`,
            "Use the key of an account as the provider's ID.",
          ),
        ]),
    ...unused.map((key) =>
      warn(
        check,
        `The account "${key}" has no provider, so it cannot be used.`,
        `Add { resolve: "medusa-payment-acquiring/providers/acquiring", id: "${key}" } to the providers.`,
      ),
    ),
  ];
}

const KNOWN_SECRETS = ["supersecret", "secret", "changeme", "demo-only"];

function judgeSecrets({ config: { jwtSecret, cookieSecret }, isProduction }: ConfigReading): Finding {
  const check = "Medusa's secrets";
  const weak = Object.entries({ jwtSecret, cookieSecret }).filter(
    ([, secret]) => secret === null || secret.length < SHORT || KNOWN_SECRETS.includes(secret),
  );
  if (weak.length === 0) return ok(check, "jwtSecret and cookieSecret are long");
  const message = `${weak.map(([name]) => `projectConfig.http.${name}`).join(" and ")} ${weak.length === 1 ? "is" : "are"} short, missing or known from examples.`;
  const remedy = "Anyone who knows them can sign in as an admin. Create one with: openssl rand -base64 32";
  return (isProduction ? fail : warn)(check, message, remedy);
}

const refused = (cors: string, { storefront }: AcquiringOptions): readonly string[] =>
  storefront.origins.filter((origin) => !allows(cors, origin));

function judgeStoreCors({ config, options }: ConfigReading): Finding {
  const check = "CORS, storeCors";
  const missing = refused(config.storeCors, options);
  return missing.length === 0
    ? ok(check, "allows every origin of storefront.origins")
    : fail(
        check,
        `Requests from ${missing.join(", ")} are refused: storefront.origins contains ${missing.length === 1 ? "it" : "them"}, projectConfig.http.storeCors does not.`,
        `Add ${missing.join(",")} to projectConfig.http.storeCors.`,
      );
}

/** Only for `/auth/*`: guests and server-side logins do not need it. */
function judgeAuthCors({ config, options }: ConfigReading): Finding {
  const check = "CORS, authCors";
  const missing = refused(config.authCors, options);
  return missing.length === 0
    ? ok(check, "allows every origin of storefront.origins")
    : hint(
        check,
        `Customers cannot log in from the browser at ${missing.join(", ")}; payments do not need it.`,
        `Only if the shop logs customers in from the browser, for saved cards and subscriptions: add ${missing.join(",")} to projectConfig.http.authCors. Shops that log in on their own server, like Medusa's Next.js starter, do not need it.`,
      );
}

/** Medusa accepts exact origins, `*`, and expressions between slashes. */
function allows(cors: string, origin: string): boolean {
  return cors
    .split(",")
    .map((entry) => entry.trim())
    .some((entry) => {
      const expression = /^\/(.+)\/([a-z]*)$/.exec(entry);
      if (expression) return matches(expression[1] ?? "", expression[2] ?? "", origin);
      return entry === "*" || entry.replace(/\/$/, "") === origin;
    });
}

function matches(source: string, flags: string, origin: string): boolean {
  try {
    return new RegExp(source, flags).test(origin);
  } catch {
    return false;
  }
}

function judgeAddresses({ options, isProduction }: ConfigReading): readonly Finding[] {
  const { notifyBaseUrl, publicBaseUrl, storefront } = options;
  const isRemote = [...options.accounts.values()].some(({ baseUrl }) => !isLoopback(baseUrl));
  const near = Object.entries({ notifyBaseUrl, publicBaseUrl, "storefront.returnUrl": storefront.returnUrl }).filter(
    ([, address]) => isLoopback(address),
  );
  const check = "addresses";
  if (near.length === 0 || (!isRemote && !isProduction)) return [ok(check, "notifications, redirects and returns")];
  return near.map(([name, address]) =>
    (isRemote && name === "notifyBaseUrl" ? fail : warn)(
      check,
      `${name} is ${address}, which only this server can reach.`,
      `Set the URL at which ${name === "notifyBaseUrl" ? "the gateway" : "a customer's browser"} reaches this server.`,
    ),
  );
}
