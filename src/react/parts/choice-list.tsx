import type { ReactElement, ReactNode } from "react";
import { useId } from "react";
import { CardIcon } from "../fields/card-icon";
import type { PaymentOption } from "../payment/payment-options";
import { lastDigitsOf } from "../payment/payment-options";
import { MethodIcon } from "../fields/method-icon";
import type { SavedCard } from "./sdk";
import { brandName, fill, methodNameOf } from "./sdk";
import { useKitTexts } from "./surface";
import type { KitTexts } from "../kit-texts";

export interface ChoiceListProps {
  readonly choices: readonly PaymentOption[];
  readonly chosen: PaymentOption;
  readonly onChoose: (key: string) => void;
  /** The shop's own method names, by `PaymentMethod.id`. */
  readonly names: Readonly<Record<string, string>>;
  readonly children: ReactNode;
}

export function ChoiceList({ choices, chosen, onChoose, names, children }: ChoiceListProps): ReactElement {
  const kitTexts = useKitTexts();
  const group = useId();
  if (choices.length === 1) {
    return (
      <div className="acq-choice acq-choice-single">
        <div className="acq-choice-head">
          <ChoiceHead choice={chosen} names={names} />
        </div>
        <div className="acq-choice-body">{children}</div>
      </div>
    );
  }
  return (
    <fieldset className="acq-choices">
      <legend className="acq-legend">{kitTexts.chooseMethod}</legend>
      {choices.map((choice) => {
        const isChosen = choice.key === chosen.key;
        return (
          <div key={choice.key} className={isChosen ? "acq-choice acq-choice-chosen" : "acq-choice"}>
            <label className="acq-choice-head">
              <input
                type="radio"
                className="acq-radio"
                name={group}
                value={choice.key}
                checked={isChosen}
                onChange={() => {
                  onChoose(choice.key);
                }}
              />
              <ChoiceHead choice={choice} names={names} />
            </label>
            {isChosen && <div className="acq-choice-body">{children}</div>}
          </div>
        );
      })}
    </fieldset>
  );
}

export const cardNameOf = (kitTexts: KitTexts, card: SavedCard): string =>
  fill(kitTexts.cardEnding, { card: brandName(card.brand) ?? kitTexts.card, digits: lastDigitsOf(card.mask) });

export const cardExpiryText = (kitTexts: KitTexts, card: SavedCard): string =>
  fill(kitTexts.expires, { date: `${card.expiry_month}/${card.expiry_year.slice(-2)}` });

function ChoiceHead({
  choice,
  names,
}: { readonly choice: PaymentOption } & Pick<ChoiceListProps, "names">): ReactElement {
  const kitTexts = useKitTexts();
  if (choice.kind === "saved_card") {
    return (
      <>
        <span className="acq-choice-name">
          {cardNameOf(kitTexts, choice.card)}{" "}
          <small className="acq-choice-note">{cardExpiryText(kitTexts, choice.card)}</small>
        </span>
        <CardIcon />
      </>
    );
  }
  return (
    <>
      <span className="acq-choice-name">{names[choice.method.id] ?? methodNameOf(choice.method, kitTexts)}</span>
      <MethodIcon method={choice.method} />
    </>
  );
}
