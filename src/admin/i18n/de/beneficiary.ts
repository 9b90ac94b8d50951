import type { Translation } from "../en/words";

/** The book of those who are paid, in German. */
export const beneficiary: Translation["beneficiary"] = {
  title: "Empfänger",
};
