/** The name of a language in the reader's own. */
export const languageName = (language: string, locale: string): string =>
  new Intl.DisplayNames([locale], { type: "language" }).of(language) ?? language;
