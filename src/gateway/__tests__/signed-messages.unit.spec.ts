import fc from "fast-check";
import { parseNotification } from "../notifications/notification";
import type { GatewayAccount } from "../model/account";
import type { SignedOperation } from "../model/profile";
import { signedOperations } from "../model/profile";
import { Signing } from "../model/signing-profile";
import { defaultSignedFields, sign, verify } from "../signing/signing";
import { accountWith, KEY, SUCCESS } from "./fixtures";

/**
 * Changes of signed messages, of every kind of message that is signed. The signature stays the one of the true message;
 * whoever changed the rest does not know the key. Drawn with a fixed seed: a failure is the same tomorrow.
 */
/** Of each recipe and each of the two properties: 100,000 in all. */
const RUNS = 10_000;
/** Every preset and key position; here, each is computed a second time, independently of the code. */
const PRESETS = [
  { preset: "concat", keyPosition: "last" },
  { preset: "concat", keyPosition: "both" },
  { preset: "sorted-values", keyPosition: "first" },
  { preset: "sorted-json", keyPosition: "last" },
  { preset: "hmac-sha256", keyPosition: "last" },
] as const;
type Preset = (typeof PRESETS)[number];
const signingOf = (recipe: Preset) => accountWith({ profile: { signing: recipe } }).profile.signing;

test("every preset of the profile is among those changed here", () => {
  const { preset } = Signing.shape;
  expect([...new Set(PRESETS.map((each) => each.preset))].sort()).toEqual([...preset.unwrap().options].sort());
});
type Values = Readonly<Record<string, string>>;

/** Two messages are the same to a recipe when this is: the plain presets know no borders between values, one knows names. */
function squeeze({ preset }: Preset, operation: SignedOperation, values: Values): string {
  const names = [...defaultSignedFields[operation]];
  if (preset === "sorted-values" || preset === "sorted-json") names.sort();
  const texts = names.map((name) => (values[name] ?? "").replace(/\s+/gu, ""));
  return preset === "sorted-json" ? JSON.stringify(texts) : texts.join("");
}

/** What a forger does to a message; `at` and `text` say where and with what. */
type Change = (values: Values, names: readonly string[], draw: { at: number; other: number; text: string }) => Values;
const nameAt = (names: readonly string[], at: number): string => names[at % names.length] ?? "";
const CHANGES: Readonly<Record<string, Change>> = {
  "another text": (values, names, { at, text }) => ({ ...values, [nameAt(names, at)]: text }),
  "one character": (values, names, { at, other, text }) => {
    const name = nameAt(names, at);
    const value = values[name] ?? "";
    const place = other % (value.length + 1);
    return { ...values, [name]: value.slice(0, place) + text.slice(0, 1) + value.slice(place + 1) };
  },
  "left out": (values, names, { at }) => {
    const gone = nameAt(names, at);
    return Object.fromEntries(Object.entries(values).filter(([name]) => name !== gone));
  },
  exchanged: (values, names, { at, other }) => {
    const [one, two] = [nameAt(names, at), nameAt(names, other)];
    return { ...values, [one]: values[two] ?? "", [two]: values[one] ?? "" };
  },
  "moved to the next": (values, names, { at, other }) => {
    const [one, two] = [nameAt(names, at), nameAt(names, at + 1)];
    const text = (values[one] ?? "") + (values[two] ?? "");
    const cut = other % (text.length + 1);
    return one === two ? values : { ...values, [one]: text.slice(0, cut), [two]: text.slice(cut) };
  },
  "spaces in between": (values, names, { at, other }) => {
    const name = nameAt(names, at);
    const value = values[name] ?? "";
    const place = other % (value.length + 1);
    return { ...values, [name]: `${value.slice(0, place)} ${value.slice(place)}` };
  },
  "one more field": (values, _names, { text }) => ({ ...values, [`x_${text}`]: text }),
};

const aChange = fc.record({
  kind: fc.constantFrom(...Object.keys(CHANGES)),
  at: fc.nat(40),
  other: fc.nat(60),
  text: fc.oneof(
    fc.string({ minLength: 1, maxLength: 12 }),
    fc.constantFrom(
      "1",
      "0",
      "-1",
      "3000",
      "10.00",
      "0.01",
      "USD",
      "0000:Success",
      "capture",
      "refund",
      "void",
      "\u00a0",
    ),
  ),
});
const changed = (
  values: Values,
  names: readonly string[],
  change: { kind: string; at: number; other: number; text: string },
) => CHANGES[change.kind]?.(values, names, change) ?? values;

test.each(PRESETS)(
  "21 any change to a signed message is rejected or proven irrelevant: every kind of signature (%j)",
  (recipe) => {
    const signing = signingOf(recipe);
    const kinds = fc.constantFrom(...signedOperations);
    const values = fc.array(fc.stringMatching(/^[A-Za-z0-9.@ -]{1,10}$/), { minLength: 12, maxLength: 12 });
    fc.assert(
      fc.property(kinds, values, aChange, (operation, texts, change) => {
        const names = defaultSignedFields[operation];
        const original = Object.fromEntries(names.map((name, index) => [name, texts[index] ?? ""]));
        const signature = sign(signing, operation, original, KEY);
        const forged = changed(original, names, change);
        const isSame = squeeze(recipe, operation, forged) === squeeze(recipe, operation, original);
        const check = verify(signing, operation, forged, { signature, keys: [KEY] });
        expect(check).toBe(isSame ? "matched" : "mismatched");
      }),
      { numRuns: RUNS, seed: 21 },
    );
  },
);

/** True messages of the gateway; what follows the signed fields no signature covers. */
const MESSAGES: readonly Values[] = [
  SUCCESS,
  { ...SUCCESS, order_status: "0", result_info: "1005:Do not honour" },
  { ...SUCCESS, result_info: "0005:A success whose code says otherwise" },
  { ...SUCCESS, order_status: "-1", result_info: "0001:Waiting" },
  { ...SUCCESS, currency: "JPY", amount: "1000" },
  { ...SUCCESS, transaction_id: "170", payment_status: "2000", notify_type: "payment", card: "411111******1111" },
  { ...SUCCESS, notify_type: "capture", payment_status: "3000" },
  { ...SUCCESS, notify_type: "refund", refund_status: "1", refund_amount: "4.00", refund_reference_id: "R1" },
];

interface AcceptedFacts {
  readonly orderNo: string;
  readonly money: unknown;
  readonly payment: unknown;
  readonly signed: unknown;
}

/** What the ledger would take from a message by its signature alone; null: it is refused, or nothing follows from it. */
function acceptedFrom(account: GatewayAccount, values: Values): AcceptedFacts | null {
  const body = Buffer.from(new URLSearchParams({ ...values }).toString());
  const parsed = parseNotification({ account, contentType: null, body });
  if (parsed.kind !== "payment" || !("signedFact" in parsed)) return null;
  const { orderNo, money, signature, signedFact, gatewayPaymentId: payment } = parsed;
  if (signature !== "matched" || signedFact === null) return null;
  const { reading, code, money: amount } = signedFact;
  // An unmapped status records nothing and raises an attention item.
  if (reading === "unmapped") return null;
  return { orderNo, money, payment, signed: { reading, code, amount } };
}

test.each(PRESETS)(
  "21 any change to a signed message is rejected or proven irrelevant: whole notifications, unsigned fields too (%j)",
  (recipe) => {
    const account = accountWith({ profile: { signing: recipe } });
    const { signing } = account.profile;
    let matched = 0;
    let rejected = 0;
    fc.assert(
      fc.property(
        fc.constantFrom(...MESSAGES),
        fc.array(aChange, { minLength: 1, maxLength: 3 }),
        (message, changes) => {
          const original = { ...message, encryption_data: sign(signing, "notification", message, KEY) };
          const names = [...Object.keys(message), "payment_status", "notify_type", "issuer_url", "refund_status"];
          const forged = changes.reduce((values, change) => changed(values, names, change), original as Values);
          const before = acceptedFrom(account, { ...original, notify_type: "" });
          const after = acceptedFrom(account, forged);
          if (after === null) return;
          matched += 1;
          // Another order or another amount belongs to another payment and is refused later; for this payment the result must be the same.
          if (before === null) throw new Error("A message of which nothing was to be believed is believed now.");
          if (after.orderNo === before.orderNo && equals(after.money, before.money)) expect(after).toEqual(before);
          else rejected += 1;
        },
      ),
      { numRuns: RUNS, seed: 21 },
    );
    // The property says something: many changes leave a message that is believed.
    expect(matched - rejected).toBeGreaterThan(RUNS / 20);
  },
);

const equals = (one: unknown, two: unknown): boolean => JSON.stringify(one, bigint) === JSON.stringify(two, bigint);
const bigint = (_key: string, value: unknown): unknown => (typeof value === "bigint" ? `${String(value)}n` : value);
