/** A message's text without the token in it, however the message spells the token's characters. Pure. */
const NAMED: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** `token`: printable ASCII, as `readToken` lets it in. */
export function redactToken(text: string, token: string): string {
  const spelt = [...token].map((character) => `(?:${spellings(character).join("|")})`).join("");
  return text.replace(new RegExp(spelt, "g"), "[token]");
}

/** URL-encoded, as JSON escapes it, as XML does, and as it is: that last, since an escape begins with what it escapes. */
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
