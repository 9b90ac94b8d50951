import { action } from "./action";
import { attention } from "./attention";
import { beneficiary } from "./beneficiary";
import { beneficiaryForm } from "./beneficiary-form";
import { desk } from "./desk";
import { health } from "./health";
import { list } from "./list";
import { payment } from "./payment";
import { payout } from "./payout";
import { payoutForm } from "./payout-form";
import { payoutImport } from "./payout-import";
import { subscription } from "./subscription";

/** The dashboard's English words, and the shape that every other language has to have. */
export const en = {
  payment,
  attention,
  action,
  list,
  desk,
  health,
  subscription,
  payout,
  payoutForm,
  payoutImport,
  beneficiary,
  beneficiaryForm,
};

type Shape<T> = { readonly [K in keyof T]: T[K] extends string ? string : Shape<T[K]> };
export type Translation = Shape<typeof en>;
