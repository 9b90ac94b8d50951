import { payout as english } from "../en/payout";
import type { Translation } from "../en/words";

/** Payouts in Polish. */
export const payout: Translation["payout"] = english;
