import type { Decision } from "../domain/snapshot";
import type { OperationRow } from "./rows/rows";

/**
 * Did the gateway refuse our capture, void or refund? "Already captured" and similar mean that something was done
 * outside the store. The next query finds it, so it is due immediately.
 */
export const isRefusedWrite = (operations: readonly OperationRow[], { conclusions }: Decision): boolean =>
  conclusions.some(
    ({ operationId, status }) =>
      status === "declined" && operations.some(({ id, kind }) => id === operationId && kind !== "authorise"),
  );
