import type { Translation } from "../en/words";

/** The book of those who are paid, in French. */
export const beneficiary: Translation["beneficiary"] = {
  title: "Bénéficiaires",
};
