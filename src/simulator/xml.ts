/** The result document of an authorise. Values are escaped, a value of undefined leaves its element out. */
export function resultXml(values: Readonly<Record<string, string | undefined>>): string {
  const elements = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [`<${name}>${escapeMarkup(value)}</${name}>`],
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<respon>${elements.join("")}</respon>`;
}

const REFERENCES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** For XML and HTML alike. */
export const escapeMarkup = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => REFERENCES[character] ?? "");
