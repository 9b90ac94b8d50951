/** This plugin's order numbers in a file with any other content: one per line, or a column of an export. Pure. */
const ORDER = /(?<![A-Za-z0-9_])acq_[0-9A-HJKMNP-TV-Z]{26}(?![A-Za-z0-9_])/g;

export const numbersIn = (text: string): readonly string[] => [...new Set(text.match(ORDER) ?? [])];
