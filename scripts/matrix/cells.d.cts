/** The newest patch of every minor that is supported. */
export const MEDUSA: readonly string[];
