/** What went wrong, for a line of the log. A workflow hands its error on as a plain object. */
export const messageOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "message" in error ? String(error.message) : "unknown error";
