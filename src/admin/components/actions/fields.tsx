import { Hint, Input, Label, Select, Textarea } from "@medusajs/ui";
import { useId } from "react";
import { decimalsOf, readAmount } from "../../lib/amount-entry";
import { useTexts } from "../../lib/texts";

interface AmountProps {
  readonly typed: string;
  readonly most: string;
  readonly currency: string;
  readonly isFixed?: boolean;
  readonly onType: (typed: string) => void;
}

export function AmountField({ typed, most, currency, isFixed, onType }: AmountProps) {
  const { t, money } = useTexts();
  const id = useId();
  const amount = money(most, currency);
  const isInvalid = readAmount(typed, most) === null;
  const problem = t("action.amountInvalid", { amount, decimals: decimalsOf(most) });
  return (
    <div className="flex flex-col gap-y-2">
      <Label htmlFor={id} size="small" weight="plus">
        {t("action.field.amount")} ({currency})
      </Label>
      <Input
        id={id}
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        readOnly={isFixed}
        aria-invalid={isInvalid}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onType(event.target.value)}
        data-testid="acquiring-amount"
      />
      <Hint id={`${id}-hint`} variant={isInvalid ? "error" : "info"}>
        {isInvalid ? problem : t(isFixed ? "action.wholeOnly" : "action.atMost", { amount })}
      </Hint>
    </div>
  );
}

interface NoteProps {
  readonly note: string;
  readonly most: number;
  readonly hint: string;
  readonly onType: (note: string) => void;
}

export function NoteField({ note, most, hint, onType }: NoteProps) {
  const { t } = useTexts();
  const id = useId();
  return (
    <div className="flex flex-col gap-y-2">
      <Label htmlFor={id} size="small" weight="plus">
        {t("action.field.note")}
      </Label>
      <Textarea
        id={id}
        value={note}
        maxLength={most}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onType(event.target.value)}
        data-testid="acquiring-note"
      />
      <Hint id={`${id}-hint`}>{hint}</Hint>
    </div>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly value: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly onChoose: (value: string) => void;
}

export function ChoiceField({ name, value, choices, onChoose }: ChoiceProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-y-2">
      <Label id={id} size="small" weight="plus">
        {name}
      </Label>
      <Select value={value} onValueChange={onChoose}>
        <Select.Trigger aria-labelledby={id}>
          <Select.Value />
        </Select.Trigger>
        <Select.Content>
          {choices.map((choice) => (
            <Select.Item key={choice.value} value={choice.value}>
              <bdi>{choice.label}</bdi>
            </Select.Item>
          ))}
        </Select.Content>
      </Select>
    </div>
  );
}
