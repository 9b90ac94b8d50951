import { payoutImport as english } from "../en/payout-import";
import type { Translation } from "../en/words";

export const payoutImport: Translation["payoutImport"] = english;
