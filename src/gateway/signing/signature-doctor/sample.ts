import { decodeUtf8, isObject } from "../../codec/json";
import { readMessage, spellingOf } from "../../codec/message";
import { CodecError } from "../../model/errors";
import type { GatewayProfile, SignedOperation } from "../../model/profile";

/** Texts by name in the order of the message, and the signature it carries. Pure; believes and keeps nothing. */
export interface SignedSample {
  /** Under the names that recipes use; `transaction_ids` stands for every item's, in array order. */
  readonly values: Readonly<Record<string, string>>;
  readonly signature: string;
  /** What it can be, likeliest first; one if the caller names it. */
  readonly operations: readonly SignedOperation[];
  /** Fields in another form than in the gateway's interface, each with its form. They are read all the same. */
  readonly forms: readonly FieldForm[];
}

export interface FieldForm {
  readonly field: string;
  readonly form: string;
}

export interface SampleAsk {
  readonly body: Buffer;
  readonly fields: GatewayProfile["notify"]["fields"];
  readonly operation: SignedOperation | null;
  /** For a message that does not name them. */
  readonly account: { readonly merchantId: string | null; readonly accountId: string | null };
}

type Texts = Readonly<Record<string, string>>;

/** Throws `CodecError` with one sentence for what cannot be read or carries no signature. */
export function readSample({ body, fields, operation, account }: SampleAsk): SignedSample {
  // A file ends with a line break, which would become part of a form's last value.
  const message = spellingOf(body) === "form" ? Buffer.from(body.toString("utf8").trim()) : body;
  const tree = readMessage(message, null);
  const texts = flatTexts(tree);
  const name = fields.signature.find((alias) => texts[alias]);
  if (name === undefined) {
    throw new CodecError(`The sample has no signature; looked for ${fields.signature.join(", ")}.`);
  }
  const { [name]: signature = "", ...rest } = texts;
  const values = {
    ...(account.merchantId !== null && { merchant_id: account.merchantId }),
    ...(account.accountId !== null && { account_id: account.accountId }),
    ...inRecipeNames(rest, fields),
  };
  return {
    values,
    signature,
    operations: operation ? [operation] : guess(values, tree),
    forms: formsOf(asSent(tree, message), body),
  };
}

const BATCH = /^(capture|cancel|refund|review)_orders$/;

/** Texts of the message; of a batch also what its items carry, joined in array order, under a plural name. */
function flatTexts(tree: Readonly<Record<string, unknown>>): Texts {
  return Object.fromEntries(
    Object.entries(tree).flatMap(([name, value]): (readonly [string, string])[] => {
      if (typeof value === "string") return [[name, value]];
      if (typeof value === "number" || typeof value === "boolean") return [[name, String(value)]];
      return BATCH.test(name) ? [["transaction_ids", joined(itemsOf(value))]] : [];
    }),
  );
}

/** A list of one may come as that one. */
function itemsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return isObject(value) ? [value] : [];
}

const joined = (items: readonly unknown[]): string =>
  items
    .map((item) => (isObject(item) ? item.transaction_id : undefined))
    .map((id) => (typeof id === "string" || typeof id === "number" ? String(id) : ""))
    .join("");

/** Reading turns numbers into texts; here they are what they were. The body was read once: it is JSON, and an object. */
function asSent(tree: Readonly<Record<string, unknown>>, body: Buffer): Readonly<Record<string, unknown>> {
  if (spellingOf(body) !== "json") return tree;
  const parsed: unknown = JSON.parse(decodeUtf8(body));
  return isObject(parsed) ? parsed : tree;
}

const MOST_FORMS = 20;

/** What a person has to know who compares the message with the interface: JSON numbers, an item without its list, CDATA. */
function formsOf(tree: Readonly<Record<string, unknown>>, body: Buffer): readonly FieldForm[] {
  const found = Object.entries(tree).flatMap(([name, value]): readonly FieldForm[] => {
    if (BATCH.test(name) && isObject(value)) return [{ field: name, form: "one object instead of a list of one" }];
    if (BATCH.test(name)) return itemsOf(value).flatMap((item, index) => numbersIn(item, `${name}[${String(index)}].`));
    return numbersIn({ [name]: value }, "");
  });
  return [...found, ...cdataIn(body)].slice(0, MOST_FORMS);
}

const numbersIn = (item: unknown, path: string): readonly FieldForm[] =>
  Object.entries(isObject(item) ? item : {}).flatMap(([name, value]) =>
    typeof value === "number" || typeof value === "boolean"
      ? [{ field: `${path}${name}`, form: `a JSON ${typeof value} instead of a text` }]
      : [],
  );

function cdataIn(body: Buffer): readonly FieldForm[] {
  if (spellingOf(body) !== "xml") return [];
  const names = [...body.toString("utf8").matchAll(/<([A-Za-z_][\w.:-]{0,60})[^<>]{0,200}>\s*<!\[CDATA\[/g)];
  return [...new Set(names.map(([, name = ""]) => name))].map((field) => ({
    field,
    form: "CDATA instead of plain text",
  }));
}

/** A notification may use other names for what a recipe calls `order_no`. */
function inRecipeNames(texts: Texts, fields: SampleAsk["fields"]): Texts {
  const names: readonly (readonly [string, readonly string[]])[] = [
    ["transaction_id", fields.gatewayPaymentId],
    ["order_no", fields.orderNo],
    ["currency", fields.currency],
    ["amount", fields.amount],
    ["order_status", fields.orderStatus],
    ["result_info", fields.resultInfo],
    ["request_id", fields.requestId],
    ["payment_currency", fields.payoutCurrency],
    ["payment_amount", fields.payoutAmount],
  ];
  const renamed = new Map<string, string>();
  for (const [name, text] of Object.entries(texts)) {
    const known = names.find(([own, aliases]) => !Object.hasOwn(texts, own) && aliases.includes(name));
    renamed.set(known?.[0] ?? name, text);
  }
  return Object.fromEntries(renamed);
}

/** Only the search says how the payment stands and when the bank worked on the refund. */
const isSearch = (items: readonly unknown[]): boolean =>
  items.some((item) =>
    ["refund_date", "refund_processing_date", "payment_status"].some(
      (name) => isObject(item) && Object.hasOwn(item, name),
    ),
  );

/** By what only one kind of message has. */
function guess(values: Texts, tree: Readonly<Record<string, unknown>>): readonly SignedOperation[] {
  const has = (name: string): boolean => Object.hasOwn(values, name);
  const batch = Object.keys(tree)
    .map((name) => BATCH.exec(name)?.[1])
    .find((name) => name !== undefined);
  const isAnswer = has("return_status");
  if (batch === "capture") return [isAnswer ? "captureResponse" : "capture"];
  if (batch === "cancel") return [isAnswer ? "cancelResponse" : "cancel"];
  if (batch === "refund" && isAnswer) {
    const items = itemsOf(tree.refund_orders);
    return isSearch(items)
      ? ["retrievalRefundResponse", "refundResponse"]
      : ["refundResponse", "retrievalRefundResponse"];
  }
  if (batch === "refund") return ["refund"];
  if (batch === "review") return [isAnswer ? "reviewResponse" : "review"];
  if (has("payment_amount")) {
    if (!has("status")) return ["payout"];
    // The response echoes the request with its objects; a notification is shown nowhere and carries none as a rule.
    const isEcho = isObject(tree.beneficiary) || isObject(tree.payer);
    return isEcho ? ["payoutResponse", "payoutNotification"] : ["payoutNotification", "payoutResponse"];
  }
  if (has("order_status")) return ["notification", "authoriseResponse"];
  if (has("recurring_id") && !has("amount")) {
    return [has("cancel_status") ? "cancelSubscriptionResponse" : "cancelSubscription"];
  }
  if (has("card")) return ["authorise"];
  if (has("token_id")) return ["authoriseToken"];
  if (has("payment_method")) return ["authoriseApm"];
  if (has("request_id")) return ["optimise"];
  if (has("return_url")) return ["checkout"];
  if (has("amount")) return ["authorise", "authoriseToken", "authoriseApm", "checkout"];
  return ["retrievalTrans", "retrievalRefund"];
}
