/** Order numbers of this plugin in a file, whatever else stands there: one a line, or a column of an export. Pure. */
const ORDER = /(?<![A-Za-z0-9_])acq_[0-9A-HJKMNP-TV-Z]{26}(?![A-Za-z0-9_])/g;

export const numbersIn = (text: string): readonly string[] => [...new Set(text.match(ORDER) ?? [])];
