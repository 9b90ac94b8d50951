import type { ReactElement } from "react";
import { useId } from "react";
import type { InstalmentPlan } from "../parts/sdk";
import { fill } from "../parts/sdk";
import { useKitTexts } from "../parts/surface";
import { moneyText } from "../subscriptions/plan-text";

export interface InstalmentChoiceProps {
  /** At least one. */
  readonly plans: readonly InstalmentPlan[];
  /** Null: paid at once. */
  readonly chosen: InstalmentPlan | null;
  readonly onChoose: (plan: string | null) => void;
  /** BCP 47, for amounts. */
  readonly language: string;
}

/** The whole amount at once, or one of the plans: `1 × €120.00`, `12 × €10.00 every month`. */
export function InstalmentChoice({ plans, chosen, onChoose, language }: InstalmentChoiceProps): ReactElement {
  const kitTexts = useKitTexts();
  const group = useId();
  const times = (count: number, amount: string, { currency }: InstalmentPlan): string =>
    `${new Intl.NumberFormat(language).format(count)} × ${moneyText(language, amount, currency)}`;
  const row = (plan: InstalmentPlan | null, text: string, note: string | null): ReactElement => (
    <label className="acq-check" key={plan?.plan ?? ""}>
      <input
        type="radio"
        name={group}
        value={plan?.plan ?? ""}
        checked={chosen?.plan === plan?.plan}
        onChange={() => {
          onChoose(plan?.plan ?? null);
        }}
      />
      <span>
        <bdi>{text}</bdi>
        {note !== null && (
          <small className="acq-choice-note">
            <bdi>{note}</bdi>
          </small>
        )}
      </span>
    </label>
  );
  const [first] = plans;
  return (
    <fieldset className="acq-plans">
      <legend className="acq-label">{kitTexts.instalments}</legend>
      {first && row(null, times(1, first.total_amount, first), null)}
      {plans.map((plan) => {
        const { count, monthly_amount: monthly, last_amount: last } = plan;
        const isEven = last === monthly;
        return row(
          plan,
          fill(kitTexts.planMonth, { amount: times(count, monthly, plan) }),
          isEven ? null : `${times(count - 1, monthly, plan)} + ${times(1, last, plan)}`,
        );
      })}
    </fieldset>
  );
}
