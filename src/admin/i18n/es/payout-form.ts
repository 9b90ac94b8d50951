import type { Translation } from "../en/words";

/** Preparing a payout, by hand or from a file, in Spanish. */
export const payoutForm: Translation["payoutForm"] = {
  title: "Nuevo pago saliente",
};
