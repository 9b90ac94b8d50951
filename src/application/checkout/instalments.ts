import type { ChosenInstalments, InstalmentPlan, PaymentMethod } from "../../api-schema/store";
import { createAccountKey } from "../../gateway/model/ids";
import type { Money } from "../../gateway/model/money";
import { toMajor } from "../../gateway/model/money";
import type { OfferedPlan } from "../../options/instalment-options";
import { plansFor } from "../../options/instalment-options";
import type { AttemptInstalments } from "../../modules/acquiring";
import type AcquiringModuleService from "../../modules/acquiring/service";
import { StoreRequestError } from "../store-error";

/** Instalment plans from the options: which ones an amount may be paid with, and the one that a customer chose. */
export interface PlanQuestion {
  readonly account: string;
  /** As in the list of methods: `card`, `checkout`, `apm:pix`. */
  readonly method: string;
  readonly money: Money;
}

const plansOf = ({ options }: AcquiringModuleService, { account, method, money }: PlanQuestion) =>
  plansFor(options.accounts.get(createAccountKey(account))?.instalments ?? [], { method, money });

/** For the list of methods; without the field if there are no plans. */
export function offeredPlans(
  ledger: AcquiringModuleService,
  question: PlanQuestion,
): Pick<PaymentMethod, "instalments"> {
  const plans = plansOf(ledger, question).map((offered) => viewOf(offered, question.money));
  return plans.length === 0 ? {} : { instalments: plans };
}

const viewOf = ({ plan, monthly, last }: OfferedPlan, total: Money): InstalmentPlan => ({
  plan: plan.id,
  count: plan.count,
  monthly_amount: toMajor(monthly),
  last_amount: toMajor(last),
  total_amount: toMajor(total),
  currency: total.currency,
});

const CHOOSE_AGAIN = {
  field: "instalments",
  message: "Not offered with these values. Send a plan as POST /store/acquiring/payment-methods returns it.",
};

/** What the customer accepted, and how the gateway calls it. */
export interface AcceptedPlan {
  readonly accepted: AttemptInstalments;
  readonly onWire: { readonly count: string; readonly plan: string };
}

/** Throws unless the plan is offered for this amount, with the number and monthly amount that the customer saw. */
export function acceptedPlan(
  ledger: AcquiringModuleService,
  chosen: ChosenInstalments | undefined,
  question: PlanQuestion,
): AcceptedPlan | null {
  if (chosen === undefined) return null;
  const found = plansOf(ledger, question).find(({ plan }) => plan.id === chosen.plan);
  const isAsShown = found?.plan.count === chosen.count && toMajor(found.monthly) === chosen.monthly_amount;
  if (!found || !isAsShown) throw new StoreRequestError("instalments_not_available", 409, [CHOOSE_AGAIN]);
  const { plan, monthly, last } = found;
  return {
    accepted: { plan: plan.id, count: plan.count, monthly, last },
    onWire: { count: plan.wireCount ?? String(plan.count), plan: plan.wireId ?? plan.id },
  };
}
