import type { AcquiringErrorCode } from "./sdk";
import { AcquiringError } from "./sdk";

/** Whatever was thrown, as the one error that shops know; `code` says what it means where nothing else does. */
export const asAcquiringError = (error: unknown, code: AcquiringErrorCode = "network"): AcquiringError =>
  error instanceof AcquiringError ? error : new AcquiringError(code, { cause: error });
