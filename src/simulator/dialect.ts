import { createHash } from "node:crypto";
import type { Answer, Fields } from "./context";
import { isFields } from "./context";
import { unescapeMarkup } from "./http/xml";

/** Other formats that a gateway may use for the same facts. `off` writes the interface's own format. */
interface Trait {
  readonly json?: (fields: Fields) => Fields | string;
  readonly xml?: (body: string) => string;
}

const isList = (name: string): boolean =>
  name.endsWith("_orders") || name === "orders_list" || name === "fraud_check_result";

function deep(value: unknown, change: (name: string, value: unknown) => unknown, name = ""): unknown {
  const inner = Array.isArray(value)
    ? value.map((item: unknown) => deep(item, change))
    : isFields(value)
      ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, deep(part, change, key)]))
      : value;
  return change(name, inner);
}

const deepFields = (fields: Fields, change: (name: string, value: unknown) => unknown): Fields => {
  const changed = deep(fields, change);
  return isFields(changed) ? changed : fields;
};

const ELEMENT = /<([a-z0-9_]+)>([^<]+)<\/\1>/g;
const lowerCode = (text: string): string => text.replace(/^([A-Z]{1,2}\d+)(?=:|$)/, (code) => code.toLowerCase());

const TRAITS = {
  "single-object": {
    json: (fields) =>
      deepFields(fields, (name, value) =>
        isList(name) && Array.isArray(value) && value.length === 1 ? value.at(0) : value,
      ),
  },
  "empty-texts": {
    json: (fields) =>
      deepFields(fields, (name, value) => {
        if (isList(name) && Array.isArray(value) && value.length === 0) return "";
        const isEmpty = isFields(value) && Object.values(value).every((part) => part === "");
        return name !== "" && isEmpty ? "" : value;
      }),
  },
  "item-order": {
    json: (fields) =>
      deepFields(fields, (name, value) => (isList(name) && Array.isArray(value) ? [...value].reverse() : value)),
  },
  "lower-case": {
    json: (fields) => deepFields(fields, (_name, value) => (typeof value === "string" ? lowerCode(value) : value)),
    xml: (body) =>
      body.replace(ELEMENT, (_whole, name: string, text: string) => `<${name}>${lowerCode(text)}</${name}>`),
  },
  attributes: { xml: (body) => body.replace(/<([a-z0-9_]+)>/g, (_whole, name: string) => `<${name} type='string'>`) },
  cdata: {
    xml: (body) =>
      body.replace(
        ELEMENT,
        (_whole, name: string, text: string) => `<${name}><![CDATA[${unescapeMarkup(text)}]]></${name}>`,
      ),
  },
  comments: {
    xml: (body) =>
      body.replace(
        ELEMENT,
        (_whole, name: string, text: string) => `<!-- ${name} --><${name}>${text}<!-- > --></${name}>`,
      ),
  },
  "single-quotes": { xml: (body) => body.replace(/^<\?xml[^?]*\?>/, "<?xml version='1.0' encoding='UTF-8'?>") },
  "one-risk-list": {
    xml: (body) => body.replaceAll("</risk_reasons><risk_reasons>", ""),
  },
  nesting: {
    xml: (body) => body.replace(/<risk_action>.*<\/risk_score>/s, (risk) => `<risk>${risk}</risk>`),
  },
  prefixes: {
    xml: (body) =>
      body.replace(/<(\/?)([a-z0-9_]+)>/g, "<$1g:$2>").replace("<g:respon>", '<g:respon xmlns:g="urn:gateway">'),
  },
  "unmapped-codes": {
    json: (fields) => deepFields(fields, (name, value) => (name === "payment_status" ? `9${String(value)}` : value)),
  },
  numbers: {
    // Last, as text: parsing again would lose digits of the source.
    json: (fields) => JSON.stringify(fields).replace(/:"(-?(?:0|[1-9]\d*)(?:\.\d+)?)"/g, ":$1"),
  },
} as const satisfies Readonly<Record<string, Trait>>;

type TraitName = keyof typeof TRAITS;
const isTrait = (name: string): name is TraitName => Object.hasOwn(TRAITS, name);
const NAMES = Object.keys(TRAITS).filter(isTrait);

export const DIALECT_WORDS = `off, seed:TEXT, or some of ${NAMES.join(", ")}, separated by commas`;

export const isDialect = (value: unknown): value is string =>
  typeof value === "string" && (value === "off" || /^seed:.{1,50}$/.test(value) || value.split(",").every(isTrait));

/** In order of application. The same seed always selects the same traits, each with a probability of one half. */
export function traitsOf(dialect: string): readonly TraitName[] {
  if (dialect === "off") return [];
  if (!dialect.startsWith("seed:")) return NAMES.filter((name) => dialect.split(",").includes(name));
  const bytes = createHash("sha256").update(dialect).digest();
  return NAMES.filter((_, at) => ((bytes[at] ?? 0) & 1) === 1);
}

/** The answer in the account's format; pages and texts stay unchanged. */
export function worded(dialect: string, answer: Answer): Answer {
  return traitsOf(dialect).reduce(
    (current, name) => ({ ...current, body: changed(TRAITS[name], current.body) }),
    answer,
  );
}

function changed(trait: Trait, body: string): string {
  if (body.startsWith("<?xml")) return trait.xml?.(body) ?? body;
  if (!body.startsWith("{") || !trait.json) return body;
  const fields: unknown = JSON.parse(body);
  if (!isFields(fields)) return body;
  const written = trait.json(fields);
  return typeof written === "string" ? written : JSON.stringify(written);
}
