/** Escapes text and attribute values. Every value in a page must pass through here. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"'`]/g, (character) => `&#${String(character.charCodeAt(0))};`);
