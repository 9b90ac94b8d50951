import { AcquiringError } from "./sdk";

/** Whatever was thrown, as the one error that shops know. */
export const asAcquiringError = (error: unknown): AcquiringError =>
  error instanceof AcquiringError ? error : new AcquiringError("network", { cause: error });
