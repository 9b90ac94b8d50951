import type { Answer, Fields } from "../context";
import { isFields } from "../context";
import type { Fault } from "./faults";
import { otherDigest } from "../notifications/signature";
import { escapeMarkup } from "../http/xml";

/** Corrupts an answer's content, but its signature only on demand. Delivery faults are in `deliver.ts`. */
export function corruptResponse(fault: Fault, answer: Answer): Answer {
  if (fault.name === "wrong-content") return otherContent(answer);
  return { ...answer, body: spoilBody(fault, answer.body) };
}

/** Redirect targets: the issuer's URL, and the action of the hosted page's form. */
const ADDRESSES = /(<issuer_url>|<form[^>]* action=")([^<"]*)(<|")/g;

function spoilBody(fault: Fault, body: string): string {
  switch (fault.name) {
    case "html":
      return "<!doctype html><title>Maintenance</title><p>Back soon</p>";
    case "garbage":
      return "\u0001\u0002{{{";
    case "empty":
      return "";
    case "truncate":
      return cut(body, fault.bytes);
    case "huge-body":
      return body.padEnd(fault.bytes, " ");
    case "wrong-amount":
      return withHigherPayout(body).replace(
        /\b(\d+)\.(\d{2})\b/g,
        (_whole, major: string, minor: string) => `${(BigInt(major) + 1n).toString()}.${minor}`,
      );
    case "wrong-order":
      return body.includes("order_no")
        ? body.replace(/(order_no>|"order_no":")([^<"]+)/g, "$1other-order")
        : body.replace(/("recurring_id":")([^"]+)/g, "$1other-subscription").replace(PAYOUT_ID, `$1${OTHER_ID}`);
    case "wrong-signature":
      return body.replace(
        /(encryption_data>|"encryption_data":")([0-9a-f]{64})/g,
        (_whole, start: string, digest: string) => start + otherDigest(digest),
      );
    case "missing-item":
      return withItems(body, () => []);
    case "double-item":
      return withItems(body, (items) => [...items.slice(0, 1), ...items]);
    case "extra-item":
      return withItems(body, (items) => [...items, ...items.slice(0, 1).map(ofAnother)]);
    case "reordered-items":
      return withItems(body, (items) => [...items].reverse());
    case "foreign-address":
      return body.replace(ADDRESSES, "$1https://elsewhere.example/pay$3");
    case "script-address":
      return body.replace(ADDRESSES, "$1javascript:alert(1)$3");
    case "two-forms":
      return body.replace(/(<form.*?<\/form>)/s, "$1$1");
    default:
      return body;
  }
}

const PAYOUT_ID = /("request_id":")([^"]+)/g;
const OTHER_ID = "00000000-0000-4000-8000-000000000000";

/** Adds one whole unit, as for the others. Amounts with decimals are raised together with the other amounts. */
const withHigherPayout = (body: string): string =>
  body.replace(
    /("payment_amount":")(\d+)"/g,
    (_whole, start: string, digits: string) => `${start}${(BigInt(digits) + 1n).toString()}"`,
  );

function cut(body: string, bytes: number): string {
  const whole = Buffer.from(body, "utf8");
  return whole.subarray(0, bytes < 0 ? Math.floor(whole.byteLength / 2) : bytes).toString("utf8");
}

function withItems(body: string, change: (items: readonly Fields[]) => readonly Fields[]): string {
  const fields = objectIn(body);
  const list = Object.entries(fields ?? {}).find(([name]) => name.endsWith("_orders") || name === "orders_list");
  if (!fields || !list || !Array.isArray(list[1])) return body;
  return JSON.stringify({ ...fields, [list[0]]: change(list[1].filter(isFields)) });
}

function objectIn(body: string): Fields | null {
  if (!body.startsWith("{")) return null;
  const value: unknown = JSON.parse(body);
  return isFields(value) ? value : null;
}

const ofAnother = (item: Fields): Fields => ({ ...item, order_no: "other-order", transaction_id: "1".repeat(20) });

/** JSON where XML is expected, and vice versa; a page stays a page. */
function otherContent(answer: Answer): Answer {
  const fields = objectIn(answer.body);
  if (fields) return { ...answer, contentType: "application/xml", body: xmlOf("respon", fields) };
  if (!answer.body.startsWith("<?xml")) return answer;
  const elements = [...answer.body.matchAll(/<([a-z_0-9]+)>([^<]*)<\/\1>/g)];
  const values = Object.fromEntries(elements.map(([, name = "", text = ""]) => [name, text]));
  return { ...answer, contentType: "application/json", body: JSON.stringify(values) };
}

function xmlOf(name: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((item: unknown) => xmlOf(name, item)).join("");
  const content = isFields(value)
    ? Object.entries(value)
        .map(([key, inner]) => xmlOf(key, inner))
        .join("")
    : escapeMarkup(String(value));
  return `<${name}>${content}</${name}>`;
}
