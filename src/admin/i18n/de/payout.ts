import { payout as english } from "../en/payout";
import type { Translation } from "../en/words";

/** Payouts in German. */
export const payout: Translation["payout"] = english;
