/** Without a secure context the browser has no clipboard; the text stays selected. */
export async function writeToClipboard(text: string): Promise<void> {
  if (!("clipboard" in navigator)) throw new Error("no clipboard");
  await navigator.clipboard.writeText(text);
}
