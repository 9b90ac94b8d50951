import type { ReactElement } from "react";
import { CardBrandName } from "./card-icon";
import { cardBrand } from "../parts/sdk";
import { useKitTexts } from "../parts/surface";
import { TextField } from "../parts/text-field";
import type { CardDraftControl } from "./use-card-draft";

export interface CardFieldsProps {
  readonly card: CardDraftControl;
  readonly canSave: boolean;
  readonly isSaved: boolean;
  readonly onSave: (isSaved: boolean) => void;
}

export function CardFields({ card, canSave, isSaved, onSave }: CardFieldsProps): ReactElement {
  const kitTexts = useKitTexts();
  const { draft, errors, change, leave } = card;
  const brand = cardBrand(draft.number);
  const of = (field: keyof typeof draft) => ({
    value: draft[field],
    error: errors[field],
    onValue: (typed: string) => {
      change(field, typed);
    },
    onLeave: () => {
      leave(field);
    },
  });
  return (
    <div className="acq-fields">
      <TextField
        {...of("number")}
        label={kitTexts.cardNumber}
        name="cardnumber"
        autoComplete="cc-number"
        inputMode="numeric"
        maxLength={23}
        placeholder="1234 1234 1234 1234"
        isDigits
        end={<CardBrandName brand={brand} />}
      />
      <div className="acq-row">
        <TextField
          {...of("expiry")}
          label={kitTexts.expiry}
          name="exp-date"
          autoComplete="cc-exp"
          inputMode="numeric"
          maxLength={9}
          isDigits
        />
        <TextField
          {...of("securityCode")}
          label={kitTexts.securityCode}
          name="cvc"
          autoComplete="cc-csc"
          inputMode="numeric"
          maxLength={4}
          isDigits
        />
      </div>
      <TextField {...of("name")} label={kitTexts.cardName} name="ccname" autoComplete="cc-name" maxLength={60} />
      {canSave && (
        <label className="acq-check">
          <input
            type="checkbox"
            checked={isSaved}
            onChange={({ target }) => {
              onSave(target.checked);
            }}
          />
          <span>{kitTexts.saveCard}</span>
        </label>
      )}
    </div>
  );
}
