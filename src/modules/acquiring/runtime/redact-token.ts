/** A message's text without the token, however its characters are encoded. Pure. */
const NAMED: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** `token`: printable ASCII, as `readToken` allows. */
export function redactToken(text: string, token: string): string {
  const spelt = [...token].map((character) => `(?:${spellings(character).join("|")})`).join("");
  return text.replace(new RegExp(spelt, "g"), "[token]");
}

/** URL-encoded, JSON-escaped, XML-escaped, and plain last, since an escape may contain what it escapes. */
function spellings(character: string): string[] {
  const code = character.charCodeAt(0);
  const hex = [...code.toString(16).padStart(2, "0")].map((digit) => `[${digit}${digit.toUpperCase()}]`).join("");
  const named = NAMED[character];
  return [
    `%${hex}`,
    `\\\\u00${hex}`,
    `&#0*${String(code)};`,
    `&#[xX]0*${hex};`,
    ...(/["\\/]/.test(character) ? [`\\\\${literally(character)}`] : []),
    ...(named === undefined ? [] : [named]),
    literally(character),
  ];
}

const literally = (character: string): string => (/[A-Za-z0-9]/.test(character) ? character : `\\${character}`);
