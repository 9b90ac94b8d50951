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

// Control characters other than tab and line ends are invalid in both.
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g; // eslint-disable-line no-control-regex

export const escapeMarkup = (text: string): string =>
  text.replace(FORBIDDEN, "").replace(/[&<>"']/g, (character) => REFERENCES[character] ?? "");
