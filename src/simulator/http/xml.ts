export interface RiskReason {
  readonly name: string;
  readonly status: string;
}

/** One `risk_reasons` element per reason at the position the interface shows: before the signature, if there is one. */
export function resultXml(values: Readonly<Record<string, string>>, riskReasons: readonly RiskReason[] = []): string {
  const { encryption_data: signature, ...others } = values;
  const elements = Object.entries(others).map(([name, value]) => element(name, escapeMarkup(value)));
  const reasons = riskReasons.map(({ name, status }) =>
    element("risk_reasons", element("name", escapeMarkup(name)) + element("status", escapeMarkup(status))),
  );
  const signed = signature === undefined ? [] : [element("encryption_data", signature)];
  const all = [...elements, ...reasons, ...signed].join("");
  return `<?xml version="1.0" encoding="UTF-8"?>\n<respon>${all}</respon>`;
}

const element = (name: string, content: string): string => `<${name}>${content}</${name}>`;

const REFERENCES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export const unescapeMarkup = (text: string): string =>
  text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");

const DOCUMENT = /^(?:<\?xml [^<>]*\?>)?\s*<(\w+)>(.*)<\/\1>\s*$/s;
const BARE = /&(?!(?:amp|lt|gt|quot|#39);)/;

/** The texts of a flat document, whatever its root is called. Null: it is something else. */
export function textsInXml(document: string): Readonly<Record<string, string>> | null {
  const content = DOCUMENT.exec(document.trimStart())?.[2];
  if (content === undefined || BARE.test(content)) return null;
  const texts = new Map<string, string>();
  const rest = content.replace(/<(\w+)>([^<>]*)<\/\1>/g, (_whole, name: string, text: string) => {
    texts.set(name, unescapeMarkup(text));
    return "";
  });
  return rest.trim() === "" ? Object.fromEntries(texts) : null;
}

// Control characters other than tab and line ends are invalid in both.
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g; // eslint-disable-line no-control-regex

export const escapeMarkup = (text: string): string =>
  text.replace(FORBIDDEN, "").replace(/[&<>"']/g, (character) => REFERENCES[character] ?? "");
