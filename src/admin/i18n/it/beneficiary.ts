import type { Translation } from "../en/words";

/** The book of those who are paid, in Italian. */
export const beneficiary: Translation["beneficiary"] = {
  title: "Beneficiari",
};
