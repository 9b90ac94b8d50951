/** Text and attribute values of our pages, escaped. Everything that is put into a page goes through here. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"'`]/g, (character) => `&#${String(character.charCodeAt(0))};`);
