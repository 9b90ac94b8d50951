import fc from "fast-check";

/**
 * What a story or a race is set in: the gateway accounts, how each words its answers, and for each payment session the
 * account and the currency it is paid in. Plain data, as the steps are; a kept story without one is set in `PLAIN`.
 */
const KEYS = ["main", "second"] as const;
export type AccountKey = (typeof KEYS)[number];
export const ACCOUNTS: readonly AccountKey[] = KEYS;
export const isAccountKey = (key: string): key is AccountKey => ACCOUNTS.some((known) => known === key);

/** The gateway accounts: `second` captures in parts, takes currencies with three decimals, and reads JSON sent as a form. */
export const MERCHANTS = {
  main: { merchantId: "100001", accountId: "100001001", signingKey: "golden-key-0123456789" },
  second: { merchantId: "100002", accountId: "100002001", signingKey: "silver-key-9876543210" },
} as const satisfies Record<AccountKey, object>;

const AS_FORM = "json-as-form" as const;
export const PROFILES = {
  main: {},
  second: {
    capture: { multiple: true },
    money: { allowThreeDecimals: true },
    encoding: { authorise: AS_FORM, capture: AS_FORM, cancel: AS_FORM, refund: AS_FORM },
  },
} as const satisfies Record<AccountKey, object>;

/** May one payment be captured in several parts? */
export const capturesInParts = (account: string): boolean => account === "second";

/** The decimals of each currency by ISO 4217, written down again: the tests do not ask the code under test. */
const DECIMALS = { EUR: 2, JPY: 0, KWD: 3 } as const;
export type CurrencyName = keyof typeof DECIMALS;
export const isCurrencyName = (code: string): code is CurrencyName => Object.hasOwn(DECIMALS, code);

/** Integer minor units of whole major units. */
export const ofMajor = (major: number, currency: CurrencyName): bigint =>
  BigInt(major) * 10n ** BigInt(DECIMALS[currency]);

/** What a step is about, in the payment's own currency. */
export function amountOf(
  { amount, minor = 0 }: { readonly amount: number; readonly minor?: number },
  currency: string,
): bigint {
  if (!isCurrencyName(currency)) throw new Error(`No story pays in ${currency}.`);
  return ofMajor(amount, currency) + BigInt(minor);
}

/** Integer minor units of an amount in the gateway's books, which has two decimals in every currency. */
export function minorIn(currency: string, text: string): bigint {
  const hundredths = BigInt(text.replace(".", ""));
  if (!isCurrencyName(currency)) throw new Error(`No story pays in ${currency}.`);
  const decimals = DECIMALS[currency];
  if (decimals >= 2) return hundredths * 10n ** BigInt(decimals - 2);
  const unit = 10n ** BigInt(2 - decimals);
  if (hundredths % unit !== 0n) throw new Error(`The gateway has ${text} ${currency}, which has no such unit.`);
  return hundredths / unit;
}

export interface Place {
  readonly account: AccountKey;
  readonly currency: CurrencyName;
}

export interface Setting {
  /** By the session's number. */
  readonly sessions: readonly [Place, Place];
  /** The simulator's setting of this name, by account. */
  readonly dialects: Readonly<Record<AccountKey, string>>;
}

const PLAIN_PLACE: Place = { account: "main", currency: "EUR" };
export const PLAIN: Setting = {
  sessions: [PLAIN_PLACE, PLAIN_PLACE],
  dialects: { main: "off", second: "off" },
};

export const placeOf = ({ sessions }: Setting, session: number): Place => sessions[session === 0 ? 0 : 1];

/** Every payment is of 100 major units. */
export const REQUESTED_MAJOR = 100;

const place: fc.Arbitrary<Place> = fc.constantFrom<Place>(
  PLAIN_PLACE,
  { account: "main", currency: "JPY" },
  { account: "second", currency: "EUR" },
  { account: "second", currency: "JPY" },
  { account: "second", currency: "KWD" },
);

/** Other wordings that leave every payment readable; what cannot be read is held, which `dialect.spec.ts` looks at. */
const WORDINGS = [
  "single-object",
  "empty-texts",
  "item-order",
  "lower-case",
  "attributes",
  "cdata",
  "comments",
  "single-quotes",
  "one-risk-list",
  "numbers",
];
const dialect = fc.oneof(
  fc.constant("off"),
  fc.subarray(WORDINGS, { minLength: 1 }).map((names) => names.join(",")),
);

export const setting: fc.Arbitrary<Setting> = fc.record({
  sessions: fc.tuple(place, place),
  dialects: fc.record({ main: dialect, second: dialect }),
});
