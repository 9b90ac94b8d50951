import { z } from "@medusajs/framework/zod";
import { describeIdentity, servedIdentities } from "../gateway/model/account-identity";
import { AdminOptions } from "./admin-options";
import { OptionsError } from "../gateway/model/errors";
import type { AccountKey } from "../gateway/model/ids";
import { createAccountKey } from "../gateway/model/ids";
import { DisputeOptions } from "./dispute-options";
import { optionProblems } from "./option-problems";
import { RefundOptions, automaticAboveSecondPerson } from "./refund-options";
import { ReviewOptions } from "./review-options";
import { ApmOptions } from "./apm-options";
import { AttentionOptions, RetentionOptions } from "./attention-options";
import { CardTestingOptions } from "./card-testing-options";
import type { ResolvedMethod } from "./payment-methods";
import { resolveMethods } from "./payment-methods";
import type { InstalmentPlanOption } from "./instalment-options";
import { InstalmentPlans, plansWithoutMethod } from "./instalment-options";
import { CustomerEmailOptions } from "./customer-email-options";
import { LINK_TOKEN, PaymentLinkOptions } from "./payment-link-options";
import { PaymentPageOptions } from "./payment-page-options";
import { PayoutOptions } from "./payout-options";
import type { GatewayAccount } from "../gateway/model/account";
import { GatewayProfile } from "../gateway/model/profile";
import { ReconcileOptions } from "./reconcile-options";
import { RecoveryOptions } from "./recovery-options";
import { StaffNotificationOptions } from "./staff-notification-options";
import { createSecrets } from "../gateway/redaction/secret";
import { SubscriptionOptions } from "./subscription-options";
import { isLoopback, parseUrl } from "../gateway/model/safe-url";

/**
 * The plugin's options: parsed, checked and frozen here, and nowhere else. A wrong option stops the start with one
 * sentence that says which, why and what to write.
 */
const PLACEHOLDER = /^(changeme|change-me|secret|your[-_ ]?.*|x{3,}|\.{3,}|<.*>|test|password|key|todo)$/i;

const address = z
  .string({ error: "is missing; write an absolute https address" })
  .transform((value, context) => {
    const problem = addressProblem(value);
    if (problem) context.addIssue({ code: "custom", message: problem });
    return value.replace(/\/+$/, "");
  })
  .describe("a URL");

function addressProblem(value: string): string | null {
  const url = parseUrl(value);
  if (url === null) return "is not an absolute address; write one such as https://shop.example";
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback(value))) {
    return "must begin with https:// (http:// is accepted for a loopback host only)";
  }
  if (url.search || url.hash || value.includes("&")) return 'must have no query string, fragment or "&"';
  return url.username || url.password ? "must not hold a user name or password" : null;
}

const origin = address
  .refine((value) => new URL(value).pathname === "/", {
    message: "must be an origin without a path, such as https://shop.example",
  })
  .describe("an origin");

const digits = z
  .string({ error: "is missing; write the number the gateway gave you, as text" })
  .regex(/^\d{1,32}$/, 'must be a text of digits, such as "10001"')
  .describe("a string of digits");

const signingKey = z
  .string({ error: "is missing; set the environment variable it is read from" })
  .min(8, "is shorter than 8 characters; write the key the gateway gave you")
  .refine((value) => !PLACEHOLDER.test(value.trim()), "is a placeholder; write the key the gateway gave you")
  .refine((value) => value.trim() === value, "begins or ends with white space; remove it")
  .describe("a key");

const FormerAccount = z.strictObject({
  baseUrl: address,
  merchantId: digits,
  accountId: digits,
  /** The first key signs, all keys verify: add a new key in front and remove the old one a day later. */
  signingKeys: z.array(signingKey, { error: "is missing; write a list with your signing key" }).min(1, "is empty"),
  /** A test account of the gateway: no money moves, and the dashboard may send a test payment. */
  sandbox: z.boolean().default(false),
  profile: GatewayProfile.prefault({}),
});

const Account = FormerAccount.extend({
  /**
   * Accounts that this key referred to before, each as it was configured. Their payments are still queried, captured
   * and refunded there.
   */
  former: z.array(FormerAccount).describe("a list of accounts, each with the same fields as an account").default([]),
  /** Earlier addresses of this same account: gateway, merchant and account are the same under both. */
  movedFrom: z.array(address).default([]),
  /** Instalment plans that customers may choose. */
  instalments: InstalmentPlans.default([]),
});

const count = (fallback: number): z.ZodDefault<z.ZodNumber> => z.number().int().nonnegative().default(fallback);

/** As configured; `parseOptions` reads them. */
export const Options = z.strictObject({
  accounts: z
    .record(z.string().regex(/^[A-Za-z0-9-]{1,30}$/, "must be letters, digits and dashes"), Account, {
      error: "is missing; write at least one account, such as { main: { … } }",
    })
    .refine((accounts) => Object.keys(accounts).length > 0, "is empty; write at least one account"),
  storefront: z
    .strictObject(
      {
        origins: z
          .array(origin, { error: "is missing; list the shop's origins" })
          .min(1, "is empty; list the shop's origins"),
        /** The shop's domain as sent to the gateway. Default: the host of the first origin. */
        site: z.string().min(1).max(100).optional(),
        /** Where customers return to after a redirect if the shop names no URL. Default: the first origin. */
        returnUrl: address.optional(),
        /** Accepts browsers' reports of what the shop's Content-Security-Policy blocked, and logs each kind once an hour. */
        cspReports: z.boolean().default(false),
      },
      { error: 'is missing; write { origins: ["https://shop.example"] }' },
    )
    .refine(({ origins, returnUrl }) => returnUrl === undefined || origins.includes(new URL(returnUrl).origin), {
      path: ["returnUrl"],
      message: "must be an address of one of storefront.origins",
    }),
  notifyBaseUrl: address,
  /** This server's URL as customers' browsers reach it, for our redirect pages. Default: `notifyBaseUrl`. */
  publicBaseUrl: address.optional(),
  /** Direct card entry. It puts the server in scope of PCI DSS SAQ D, so it is off by default. */
  allowDirectCard: z.boolean().default(false),
  /** How many proxies in front of the server append to X-Forwarded-For; 0 trusts only the socket. */
  trustedProxies: z.number().int().min(0).max(10).default(0),
  /** Time in ms for which the shop shows "checking your payment" before the order is placed and waits for the gateway instead. */
  unknownWaitMs: count(45_000),
  /** Time in ms that the shop has to complete a paid cart before the server completes it. */
  completeCartAfterMs: count(5_000),
  /**
   * Time in ms after which a query's "not found" proves that an authorise never arrived; at least twice the longest of
   * `profile.timeouts`.
   */
  unknownFinalAfterMs: z.number().int().min(60_000).default(900_000),
  /** Money for a replaced session, a closed cart or a second payment: reversed at once, or held for review. */
  lateMoney: z.enum(["reverse", "hold"]).default("reverse"),
  splitPayments: z
    .strictObject({
      /** What an order owes may be paid in parts, with several payments of one link. */
      enabled: z.boolean().default(false),
      /** Smallest part, in major units of the order's currency; nothing smaller may remain either. */
      minimum: z.number().int().min(1).max(1_000_000).default(1),
    })
    .prefault({}),
  unpaidOrders: z
    .strictObject({
      /** Days for which an order whose voucher or bank transfer expired or was refused can be paid again; 0: cancelled at once. */
      keepDays: z.number().int().min(0).max(30).default(0),
    })
    .prefault({}),
  /** Time in ms after which an unfinished 3-D Secure, hosted page or redirect expires (our default, section 5). */
  actionExpiresAfterMs: z.number().int().min(60_000).default(1_800_000),
  threeDs: z
    .strictObject({
      /** Refuses card payments that were authorised without a 3-D Secure authentication: the authorisation is voided. */
      require: z.boolean().default(false),
      /** Accepts results of authentications made elsewhere from the shop (`three_ds`). */
      external: z.boolean().default(false),
    })
    .prefault({}),
  checkout: z
    .strictObject({
      /** How the hosted page may be shown. */
      presentations: z
        .array(z.enum(["page", "iframe"]))
        .min(1, "is empty; allow page, iframe or both")
        .default(["page", "iframe"]),
    })
    .prefault({}),
  paymentPage: PaymentPageOptions.prefault({}),
  apm: ApmOptions.prefault({}),
  savedCards: z
    .strictObject({
      /** Logged-in customers may save cards; the gateway keeps the number, this server only its token. */
      enabled: z.boolean().default(true),
    })
    .prefault({}),
  cardTesting: CardTestingOptions.prefault({}),
  attention: AttentionOptions.prefault({}),
  retention: RetentionOptions.prefault({}),
  review: ReviewOptions.prefault({}),
  admin: AdminOptions.prefault({}),
  reconcile: ReconcileOptions.prefault({}),
  recovery: RecoveryOptions.prefault({}),
  subscription: SubscriptionOptions.prefault({}),
  paymentLinks: PaymentLinkOptions.prefault({}),
  staffNotifications: StaffNotificationOptions.prefault({}),
  customerEmails: CustomerEmailOptions.prefault({}),
  refunds: RefundOptions.prefault({}),
  disputes: DisputeOptions.prefault({}),
  payout: PayoutOptions.prefault({}),
  maxNotificationBytes: z.number().int().min(1_024).max(262_144).default(262_144),
});

/** What a key of `accounts` refers to: new payments go to the account itself, older payments stay with the account they were sent to. */
export interface ConfiguredAccount extends GatewayAccount {
  readonly former: readonly GatewayAccount[];
  readonly movedFrom: readonly string[];
  readonly instalments: readonly InstalmentPlanOption[];
}

export interface AcquiringOptions extends Readonly<
  Omit<z.output<typeof Options>, "accounts" | "storefront" | "publicBaseUrl">
> {
  readonly accounts: ReadonlyMap<AccountKey, ConfiguredAccount>;
  readonly storefront: Readonly<Required<z.output<typeof Options>["storefront"]>>;
  readonly publicBaseUrl: string;
  /** `apm.methods`, completed from the catalogue. */
  readonly apmMethods: readonly ResolvedMethod[];
}

type Parsed = z.output<typeof Options>;

type ReadOptions =
  | { readonly problems: readonly [string, ...string[]]; readonly data: null }
  | { readonly problems: readonly []; readonly data: z.output<typeof Options> };

/** Options are checked against each other only when each one is valid by itself. */
function readOptions(raw: unknown): ReadOptions {
  const written = withoutMedusaKeys(raw);
  const result = Options.safeParse(written);
  const problems = result.success
    ? contradictions(result.data)
    : optionProblems(result.error, { schema: Options, raw: written });
  const [first, ...more] = problems;
  if (first !== undefined) return { problems: [first, ...more], data: null };
  if (result.success) return { problems: [], data: result.data };
  return { problems: ["medusa-payment-acquiring: the options are wrong."], data: null };
}

/** Every problem of the plugin options, one sentence each; empty when they are valid. */
export const problemsOfOptions = (raw: unknown): readonly string[] => readOptions(raw).problems;

/** Parses the plugin options. Throws `OptionsError` with one sentence about the first problem. */
export function parseOptions(raw: unknown): AcquiringOptions {
  const { problems, data } = readOptions(raw);
  if (data === null) throw new OptionsError(problems[0]);
  const { accounts, storefront, ...rest } = data;
  const [first] = storefront.origins;
  return deepFreeze({
    ...rest,
    publicBaseUrl: rest.publicBaseUrl ?? rest.notifyBaseUrl,
    apmMethods: resolveMethods(rest.apm),
    storefront: {
      ...storefront,
      site: storefront.site ?? new URL(first ?? "").host,
      returnUrl: storefront.returnUrl ?? `${first ?? ""}/`,
    },
    accounts: new Map(
      Object.entries(accounts).map(([name, account]) => {
        const key = createAccountKey(name);
        const payoutUnit = rest.payout.amountUnit ?? null;
        const own = <A extends z.output<typeof FormerAccount>>(
          written: A,
        ): A & Pick<GatewayAccount, "key" | "payoutUnit"> => ({
          ...written,
          ...{ key, payoutUnit, signingKeys: createSecrets(written.signingKeys) },
        });
        return [key, deepFreeze({ ...own(account), former: account.former.map(own) })] as const;
      }),
    ),
  });
}

/** Options that are valid by themselves and contradict each other. */
function contradictions({ accounts, threeDs, payout, ...rest }: z.output<typeof Options>): readonly string[] {
  const found: string[] = [
    ...Object.entries(accounts).flatMap(([name, account]) => doubledIdentity(name, account)),
    ...earlyFinal(accounts, rest.unknownFinalAfterMs),
    ...foreignPage(rest),
    ...automaticAboveSecondPerson(rest.refunds),
    ...Object.entries(accounts).flatMap(([name, { instalments }]) =>
      plansWithoutMethod(`accounts.${name}.instalments`, instalments, resolveMethods(rest.apm)),
    ),
  ];
  const silent = Object.entries(accounts).find(([, { profile }]) => profile.threeDs.open3d === "no3DS");
  if (threeDs.require && silent) {
    found.push(
      `medusa-payment-acquiring: the option "threeDs.require" cannot be kept while "accounts.${silent[0]}.profile.threeDs.open3d" is "no3DS"; write "do3DS" or remove one of them.`,
    );
  }
  const stranger = payout.accounts?.find((name) => !Object.hasOwn(accounts, name));
  if (stranger !== undefined) {
    found.push(
      `medusa-payment-acquiring: the option "payout.accounts" names "${stranger.slice(0, 30)}", which is no key of "accounts"; correct it.`,
    );
  }
  if (payout.approvers?.length && payout.approvers.length < payout.approvalsNeeded) {
    found.push(
      `medusa-payment-acquiring: the option "payout.approvalsNeeded" is ${String(payout.approvalsNeeded)}, and "payout.approvers" names fewer; nobody could be paid. Name more approvers or ask for fewer approvals.`,
    );
  }
  return found;
}

/** Each gateway account is listed once: which key serves a payment must not depend on the order of a list. */
function doubledIdentity(name: string, account: z.output<typeof Account>): readonly string[] {
  const all = servedIdentities(account);
  const doubled = all.find((identity, place) => all.indexOf(identity) !== place);
  return doubled === undefined
    ? []
    : [
        `medusa-payment-acquiring: the option "accounts.${name}" lists ${describeIdentity(doubled)} more than once; leave it out of "former" or "movedFrom".`,
      ];
}

/** "Not found" proves nothing while the request or its response may still be on its way. */
function earlyFinal(accounts: z.output<typeof Options>["accounts"], finalAfterMs: number): string[] {
  return Object.entries(accounts).flatMap(([name, { profile }]) =>
    Object.entries(profile.timeouts).flatMap(([timeout, ms]) =>
      ms * 2 <= finalAfterMs
        ? []
        : `medusa-payment-acquiring: the option "unknownFinalAfterMs" is ${String(finalAfterMs)}, less than twice "accounts.${name}.profile.timeouts.${timeout}", which is ${String(ms)}: what is still on its way could be taken for lost and sent again. Set "unknownFinalAfterMs" to at least ${String(ms * 2)}, or lower the timeout.`,
    ),
  );
}

/** The page's redirects must come back to it, and they go to the shop's origins only. */
function foreignPage({ paymentLinks: { url }, storefront }: Pick<Parsed, "paymentLinks" | "storefront">): string[] {
  if (url === undefined || storefront.origins.includes(new URL(url.replace(LINK_TOKEN, "token")).origin)) return [];
  return [
    'medusa-payment-acquiring: the option "paymentLinks.url" must be an address of one of "storefront.origins"; correct one of them.',
  ];
}

/** Medusa adds its own entries to every module's options. */
export function withoutMedusaKeys(raw: unknown): unknown {
  if (typeof raw !== "object" || raw === null) return raw ?? {};
  return Object.fromEntries(
    Object.entries(raw).filter(([name]) => name !== "database" && name !== "defaultAdapterOptions"),
  );
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.values(value).forEach((part) => deepFreeze(part));
  return Object.freeze(value);
}
