import type { PayoutPayload } from "../../../gateway/model/payout-request";
import { canonicalJson } from "./canonical";

/** What an approval covers: all that is sent but signature and result address, the paying account, the unit. Pure. */
export interface Content {
  readonly account: string;
  /** An approval of 100 in one unit does not cover 100 in the other. */
  readonly amountUnit: "major" | "minor";
  readonly payload: PayoutPayload;
}

export const contentText = ({ account, amountUnit, payload }: Content): string =>
  canonicalJson({ account, amountUnit, payload });
