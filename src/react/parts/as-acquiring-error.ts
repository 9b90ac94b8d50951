import type { AcquiringErrorCode } from "./sdk";
import { AcquiringError } from "./sdk";

/** Wraps any thrown value as an `AcquiringError`; `code` applies if it has none of its own. */
export const asAcquiringError = (error: unknown, code: AcquiringErrorCode = "network"): AcquiringError =>
  error instanceof AcquiringError ? error : new AcquiringError(code, { cause: error });
