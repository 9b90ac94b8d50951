import { Hint, RadioGroup } from "@medusajs/ui";
import { useId } from "react";
import { short } from "../../lib/view";

interface Props<Value extends string> {
  readonly name: string;
  /** Of the rule. */
  readonly field: string;
  /** Null: nothing is chosen yet. */
  readonly value: Value | null;
  readonly choices: readonly { readonly value: Value; readonly label: string; readonly text: string }[];
  readonly hint?: string | undefined;
  readonly problem: string | null;
  readonly onChoose: (value: Value) => void;
}

/** One of a few choices, each with a line that explains it. */
export function ChoiceBoxes<Value extends string>(props: Props<Value>) {
  const { name, field, value, choices, hint, problem, onChoose } = props;
  const id = useId();
  const description = problem ?? hint;
  const choose = (text: string): void => {
    const chosen = choices.find((choice) => choice.value === text);
    if (chosen) onChoose(chosen.value);
  };
  return (
    <div className="flex flex-col gap-y-2" data-testid={`acquiring-policy-field-${field}`}>
      <span id={id} className="txt-compact-small-plus">
        {name}
      </span>
      <RadioGroup
        value={value ?? ""}
        onValueChange={choose}
        aria-labelledby={id}
        aria-invalid={problem !== null}
        aria-describedby={description === undefined ? undefined : `${id}-hint`}
      >
        {choices.map((choice) => (
          <RadioGroup.ChoiceBox
            key={choice.value}
            value={choice.value}
            label={choice.label}
            description={choice.text}
            // Else a long text squeezes the circle.
            className="[&>div:first-child]:shrink-0"
            data-testid={`acquiring-policy-${field}-${choice.value}`}
          />
        ))}
      </RadioGroup>
      {description === undefined ? null : (
        <Hint
          id={`${id}-hint`}
          variant={problem === null ? "info" : "error"}
          className="[overflow-wrap:anywhere]"
          data-testid={problem === null ? undefined : `acquiring-invalid-${field}`}
        >
          {short(description)}
        </Hint>
      )}
    </div>
  );
}
