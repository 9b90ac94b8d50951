/** The types of configuration.cjs for its test. */
export function configuration(): string;
