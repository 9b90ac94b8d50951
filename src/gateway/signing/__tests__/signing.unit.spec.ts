import { createHash, createHmac } from "node:crypto";
import fc from "fast-check";
import { signedOperations } from "../../model/profile";
import type { SignedOperation } from "../../model/profile";
import { sign, verify } from "../signing";
import { accountWith, KEY } from "../../__tests__/fixtures";
import vectors from "../../__tests__/golden-signatures.json";

/** The signature's recipe is pinned to vectors that anyone can check with sha256sum. */
const signing = accountWith().profile.signing;
const recipe = (options: object) => accountWith({ profile: { signing: options } }).profile.signing;
const operationOf = (name: string): SignedOperation => {
  const found = signedOperations.find((operation) => operation === name);
  if (!found) throw new Error(name);
  return found;
};
/** A batch signs every item's number, in the order of the array. */
const valuesOf = (fields: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, Array.isArray(value) ? value.join("") : String(value)]),
  );

test.each(vectors)("golden vector: $name", ({ operation, fields, key, plain, digest }) => {
  expect(createHash("sha256").update(plain, "utf8").digest("hex")).toBe(digest);
  expect(sign(signing, operationOf(operation), valuesOf(fields), key)).toBe(digest);
  expect(verify(signing, operationOf(operation), valuesOf(fields), { signature: digest, keys: [key] })).toBe("matched");
});

const [vector] = vectors.filter(({ operation }) => operation === "notification");
const values = valuesOf(vector?.fields ?? {});
const good = vector?.digest ?? "";

test.each([
  ["missing", undefined, "absent"],
  ["empty", "", "absent"],
  ["upper case", good.toUpperCase(), "matched"],
  ["63 digits", good.slice(1), "mismatched"],
  ["65 digits", `${good}0`, "mismatched"],
  ["not hexadecimal", `${good.slice(1)}g`, "mismatched"],
  ["of another message", sign(signing, "notification", { ...values, amount: "10.01" }, KEY), "mismatched"],
])("a signature that is %s is %s", (_name, signature, expected) => {
  expect(verify(signing, "notification", values, { signature, keys: [KEY] })).toBe(expected);
});

test("during key rotation any listed key verifies, and a removed one does not", () => {
  expect(verify(signing, "notification", values, { signature: good, keys: ["another-key", KEY] })).toBe("matched");
  expect(verify(signing, "notification", values, { signature: good, keys: ["another-key"] })).toBe("mismatched");
});

test.each([
  ["sorted-values", { preset: "sorted-values" }],
  ["sorted-json", { preset: "sorted-json" }],
  ["hmac-sha256", { preset: "hmac-sha256" }],
  ["key first", { keyPosition: "first" }],
  ["key on both sides", { keyPosition: "both" }],
  ["white space kept", { whitespace: "none" }],
  ["white space trimmed", { whitespace: "trim" }],
  ["own fields", { fields: { notification: ["order_no", "amount"] } }],
])("the recipe %s creates a signature of its own that verifies", (_name, options) => {
  const own = recipe(options);
  const spaced = { ...values, result_info: " 0000:All good " };
  const signature = sign(own, "notification", spaced, KEY);
  expect(signature).toMatch(/^[0-9a-f]{64}$/);
  expect(signature).not.toBe(sign(signing, "notification", spaced, KEY));
  expect(verify(own, "notification", spaced, { signature, keys: [KEY] })).toBe("matched");
});

test("a recipe in upper case sends upper case", () => {
  expect(sign(recipe({ case: "upper" }), "notification", values, KEY)).toBe(good.toUpperCase());
});

test("the owner's signing function is used unchanged", () => {
  const own = recipe({
    sign: (operation: string, payload: Record<string, string>, key: string) =>
      `${operation}:${payload.order_no ?? ""}:${key}`,
  });
  expect(sign(own, "capture", { order_no: "7" }, "k")).toBe("capture:7:k");
});

test("every signed request has a golden vector", () => {
  const answers = [
    "captureResponse",
    "cancelResponse",
    "refundResponse",
    "reviewResponse",
    "cancelSubscriptionResponse",
    "payoutResponse",
    "retrievalRefundResponse",
  ];
  const pinned = new Set(vectors.map(({ operation }) => operation));
  expect(signedOperations.filter((operation) => !pinned.has(operation))).toEqual(answers);
});

type Recipe = typeof signing;

/** The recipe as the documents describe it, step by step. */
function signedSlowly(own: Recipe, names: readonly string[], given: Record<string, string>, key: string): string {
  const strip = { "strip-all": /\s/gu, trim: /^\s+|\s+$/gu, none: /(?!)/gu }[own.whitespace];
  const pairs = names.map((name): [string, string] => [name, (given[name] ?? "").replace(strip, "")]);
  const isSorted = own.preset === "sorted-values" || own.preset === "sorted-json";
  if (isSorted) pairs.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const text =
    own.preset === "sorted-json" ? JSON.stringify(Object.fromEntries(pairs)) : pairs.map(([, value]) => value).join("");
  const hash = own.preset === "hmac-sha256" ? createHmac("sha256", key).update(text, "utf8") : null;
  const around = { first: key + text, last: text + key, both: key + text + key }[own.keyPosition];
  const digest = (hash ?? createHash("sha256").update(around, "utf8")).digest("hex");
  return own.case === "upper" ? digest.toUpperCase() : digest;
}

test("every recipe signs any values as its description says", () => {
  const names = ["order_no", "amount", "b", "a", "missing"];
  const anyText = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.stringMatching(/^[ \t\n\u00a0\u3000\ufeffa-z0-9.]{0,12}$/),
  );
  fc.assert(
    fc.property(
      fc.record({
        preset: fc.constantFrom("concat", "sorted-values", "sorted-json", "hmac-sha256"),
        whitespace: fc.constantFrom("strip-all", "trim", "none"),
        keyPosition: fc.constantFrom("last", "first", "both"),
        case: fc.constantFrom("lower", "upper"),
      }),
      fc.dictionary(fc.constantFrom("order_no", "amount", "b", "a", "unsigned"), anyText),
      anyText,
      (options, given, key) => {
        const own = recipe({ ...options, fields: { notification: names } });
        expect(sign(own, "notification", given, key)).toBe(signedSlowly(own, names, given, key));
      },
    ),
    { numRuns: 500 },
  );
});
