import { FetchError } from "@medusajs/js-sdk";

/** Every error of the store API leaves this shop's API classes as a `StoreApiError`. */
export class StoreApiError extends Error {
  override readonly name = "StoreApiError";

  constructor(
    /** The HTTP status; 0 without an answer. */
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

const DOWN = "The shop's server does not answer. Please try again in a moment.";

/** Medusa's message for a refusal; one clear sentence if Medusa is down or failed. */
export async function answer<Answer>(response: Promise<Answer>): Promise<Answer> {
  try {
    return await response;
  } catch (error) {
    if (!(error instanceof FetchError)) throw new StoreApiError(0, DOWN);
    const status = error.status ?? 500;
    throw new StoreApiError(status, status >= 500 ? DOWN : error.message);
  }
}

export const messageOf = (error: unknown): string =>
  error instanceof Error && error.message !== "" ? error.message : "Something went wrong. Please try again.";
