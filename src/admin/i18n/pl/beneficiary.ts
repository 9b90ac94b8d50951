import type { Translation } from "../en/words";

/** The book of those who are paid, in Polish. */
export const beneficiary: Translation["beneficiary"] = {
  title: "Odbiorcy",
};
