import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import type { ChosenInstalments, InstalmentPlan, PaymentMethod } from "../../api-schema/store";
import { createAccountKey } from "../../gateway/model/ids";
import type { Money } from "../../gateway/model/money";
import { toMajor } from "../../gateway/model/money";
import type { OfferedPlan } from "../../options/instalment-options";
import { plansFor } from "../../options/instalment-options";
import type { AttemptInstalments } from "../../modules/acquiring";
import type AcquiringModuleService from "../../modules/acquiring/service";
import { askStore } from "../hooks/run-hooked-workflow";
import { resolveLedger } from "../resolve-ledger";
import { errorMessage } from "../safe-error-text";
import { StoreRequestError } from "../store-error";

/** Instalment plans from the options: which ones an amount may be paid with, and the one that a customer chose. */
export interface PlanQuestion {
  readonly account: string;
  /** As in the list of methods: `card`, `checkout`, `apm:pix`. */
  readonly method: string;
  readonly money: Money;
}

/** What is paid. One of both is null. */
export interface PlanSubject {
  readonly cartId: string | null;
  /** Of a payment link. */
  readonly orderId: string | null;
}

const plansOf = ({ options }: AcquiringModuleService, { account, method, money }: PlanQuestion) =>
  plansFor(options.accounts.get(createAccountKey(account))?.instalments ?? [], { method, money });

/** For the list of methods; without the field if there are no plans. */
export async function offeredPlans(
  container: MedusaContainer,
  question: PlanQuestion & PlanSubject,
): Promise<Pick<PaymentMethod, "instalments">> {
  const fitting = plansOf(resolveLedger(container), question);
  const permitted = await permittedPlans(
    container,
    question,
    fitting.map(({ plan }) => plan.id),
  );
  const plans = fitting
    .filter(({ plan }) => permitted.includes(plan.id))
    .map((offered) => viewOf(offered, question.money));
  return plans.length === 0 ? {} : { instalments: plans };
}

/** The hook `instalmentsOffered` decides among them. If its handler throws or does not answer, none is offered. */
async function permittedPlans(
  container: MedusaContainer,
  { account, method, money, cartId, orderId }: PlanQuestion & PlanSubject,
  plans: readonly string[],
): Promise<readonly string[]> {
  if (plans.length === 0) return plans;
  const subject = { cart_id: cartId, order_id: orderId, account, method };
  try {
    const asked = { ...subject, amount: toMajor(money), currency: money.currency, plans };
    return (await askStore(container, "acquiring-instalments-offered", asked)).offer;
  } catch (error) {
    const logger = container.resolve(ContainerRegistrationKeys.LOGGER);
    logger.error(`acquiring.instalments_not_offered account=${account} error=${errorMessage(error)}`);
    return [];
  }
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

/** Before the payment is sent. Throws if the store's handler does not offer the plan. */
export async function requireOffered(
  container: MedusaContainer,
  chosen: AcceptedPlan | null,
  question: PlanQuestion & PlanSubject,
): Promise<void> {
  if (chosen === null) return;
  const { plan } = chosen.accepted;
  if (!(await permittedPlans(container, question, [plan])).includes(plan))
    throw new StoreRequestError("instalments_not_available", 409, [CHOOSE_AGAIN]);
}
