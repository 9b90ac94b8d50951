import type { Decision } from "../domain/snapshot";
import type { OperationRow } from "./rows/attempt-row";

/** "Already captured" and similar mean that something was done outside the store: the next query is due immediately. */
export const isRefusedWrite = (operations: readonly OperationRow[], { conclusions }: Decision): boolean =>
  conclusions.some(
    ({ operationId, status }) =>
      status === "declined" && operations.some(({ id, kind }) => id === operationId && kind !== "authorise"),
  );
