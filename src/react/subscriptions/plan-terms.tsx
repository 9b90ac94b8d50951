import type { ReactElement } from "react";
import { dayText, rhythmOf, timesOf } from "./plan-text";
import type { Acquiring, StorePlan } from "../parts/sdk";
import { fill } from "../parts/sdk";
import { Surface, useKitTexts } from "../parts/surface";
import type { LabelOverrides } from "../kit-texts";

/** Price and duration of a plan, for a product, cart or checkout. Sends no request. */
export interface PlanTermsProps {
  readonly acquiring: Acquiring;
  /** From `acquiring.listPlans`. */
  readonly plan: StorePlan;
  /** Quantity. Default: 1. */
  readonly quantity?: number;
  readonly labels?: LabelOverrides;
  readonly className?: string;
}

export function PlanTerms({ acquiring, plan, quantity = 1, labels, className }: PlanTermsProps): ReactElement {
  return (
    <Surface acquiring={acquiring} labels={labels} className={className} title={() => plan.name}>
      <Terms language={acquiring.language} plan={plan} quantity={quantity} />
    </Surface>
  );
}

interface TermsProps {
  readonly language: string;
  readonly plan: StorePlan;
  readonly quantity: number;
}

function Terms({ language, plan, quantity }: TermsProps): ReactElement {
  const kitTexts = useKitTexts();
  const { starts_on: starts, ends_on: ends, billing_cycles: cycles } = plan;
  const limits = [
    starts === null ? null : fill(kitTexts.planStarts, { date: dayText(language, starts) }),
    ends === null ? null : fill(kitTexts.planEnds, { date: dayText(language, ends) }),
    cycles === null ? null : fill(kitTexts.planCycles, { count: String(cycles) }),
  ].filter((text) => text !== null);
  return (
    <div className="acq-plan">
      <p className="acq-plan-price">
        {rhythmOf(kitTexts, language, { ...plan, amount: timesOf(plan.amount, quantity) })}
      </p>
      <p className="acq-hint">{[...limits, kitTexts.planNotice].join(" ")}</p>
    </div>
  );
}
