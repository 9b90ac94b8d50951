import type { AcquiringError } from "./sdk";

/** Data from the server: loading, ready, or failed with an error to show. */
export type AsyncState<T> =
  | { readonly status: "loading" }
  | { readonly status: "ready"; readonly value: T }
  | { readonly status: "failed"; readonly error: AcquiringError };
