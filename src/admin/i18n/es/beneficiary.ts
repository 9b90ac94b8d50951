import type { Translation } from "../en/words";

/** The book of those who are paid, in Spanish. */
export const beneficiary: Translation["beneficiary"] = {
  title: "Beneficiarios",
};
