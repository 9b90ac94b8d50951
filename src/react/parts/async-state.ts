import type { AcquiringError } from "./sdk";

/** What is read from the server for showing: under way, there, or failed with what to tell the shopper. */
export type AsyncState<T> =
  | { readonly status: "loading" }
  | { readonly status: "ready"; readonly value: T }
  | { readonly status: "failed"; readonly error: AcquiringError };
