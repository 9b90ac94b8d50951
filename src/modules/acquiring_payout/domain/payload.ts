import type { PayoutPayload } from "../../../gateway/model/payout-request";
import { canonicalJson } from "./canonical";

/**
 * What an approval is bound to: everything that is sent but its signature and the address of its result, whose account pays, and in which
 * unit the amount is written. Pure.
 */
export interface Content {
  readonly account: string;
  /** An approval of 100 in one unit is none of 100 in the other. */
  readonly amountUnit: "major" | "minor";
  readonly payload: PayoutPayload;
}

export const contentText = ({ account, amountUnit, payload }: Content): string =>
  canonicalJson({ account, amountUnit, payload });
