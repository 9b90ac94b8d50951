import { CANCELLED_BY_CUSTOMER } from "../../../../gateway/model/profile";
import type { AttemptRow } from "./attempt-row";

/** How a customer left an unsuccessful payment. For display only. */
export type CustomerRedirect = "cancelled" | "replaced";

/** The result code of a payment that was replaced by another one of the same session. */
export const GIVEN_UP = "given_up";

export const hasCancelled = ({
  redirect_cancelled_at: cancelled,
  returned_at: returned,
}: Pick<AttemptRow, "redirect_cancelled_at" | "returned_at">): boolean =>
  cancelled !== null && (returned === null || returned <= cancelled);

type Left = Pick<AttemptRow, "state" | "result_code" | "redirect_cancelled_at" | "returned_at">;

/** Null: the customer did not leave, or the money arrived anyway. */
export function customerRedirect(row: Left): CustomerRedirect | null {
  const { state, result_code: code } = row;
  if (state === "declined") return code === CANCELLED_BY_CUSTOMER ? "cancelled" : null;
  if (state !== "expired" && state !== "action_required") return null;
  if (code === GIVEN_UP) return "replaced";
  return hasCancelled(row) ? "cancelled" : null;
}
