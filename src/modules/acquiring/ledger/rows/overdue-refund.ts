import type { OperationRow } from "./attempt-row";

/** How long the gateway may take to process a refund that it accepted. Our choice. */
const OVERDUE_MS = 14 * 86_400_000;

type Seen = Pick<OperationRow, "kind" | "status" | "sent_at">;

/** The gateway accepted it long ago and has not processed it. */
export const isOverdueRefund = ({ kind, status, sent_at: at }: Seen, now: Date): boolean =>
  kind === "refund" && status === "pending" && now.getTime() - at.getTime() >= OVERDUE_MS;
