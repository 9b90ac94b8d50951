import { beneficiary as english } from "../en/beneficiary";
import type { Translation } from "../en/words";

export const beneficiary: Translation["beneficiary"] = english;
