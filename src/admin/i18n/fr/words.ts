import type { Translation } from "../en/words";
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

export const fr: Translation = {
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
