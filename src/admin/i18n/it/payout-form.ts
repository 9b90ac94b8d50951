import type { Translation } from "../en/words";

/** Preparing a payout, by hand or from a file, in Italian. */
export const payoutForm: Translation["payoutForm"] = {
  title: "Nuovo pagamento in uscita",
};
