import { beneficiaryForm as english } from "../en/beneficiary-form";
import type { Translation } from "../en/words";

export const beneficiaryForm: Translation["beneficiaryForm"] = english;
