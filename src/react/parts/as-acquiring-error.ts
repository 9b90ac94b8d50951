import type { AcquiringErrorCode } from "./sdk";
import { AcquiringError } from "./sdk";

export const asAcquiringError = (error: unknown, code: AcquiringErrorCode = "network"): AcquiringError =>
  error instanceof AcquiringError ? error : new AcquiringError(code, { cause: error });
