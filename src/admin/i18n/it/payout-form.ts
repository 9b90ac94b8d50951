import { payoutForm as english } from "../en/payout-form";
import type { Translation } from "../en/words";

export const payoutForm: Translation["payoutForm"] = english;
