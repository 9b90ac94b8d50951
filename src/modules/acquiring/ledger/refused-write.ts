import type { Decision } from "../domain/snapshot";
import type { OperationRow } from "./rows/rows";

/**
 * Did the gateway refuse a capture, void or refund of ours? "Already captured" and
 * its like mean that something was done outside the store: the next question finds
 * it, so that it is due at once.
 */
export const isRefusedWrite = (operations: readonly OperationRow[], { conclusions }: Decision): boolean =>
  conclusions.some(
    ({ operationId, status }) =>
      status === "declined" && operations.some(({ id, kind }) => id === operationId && kind !== "authorise"),
  );
