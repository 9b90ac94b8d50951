import { Checkbox, Hint, Label } from "@medusajs/ui";
import { useId } from "react";
import { short } from "../../lib/view";

interface CheckProps {
  readonly label: string;
  readonly text?: string | undefined;
  readonly isChecked: boolean;
  readonly isInvalid?: boolean | undefined;
  /** ID of an error that is about several boxes. */
  readonly errorId?: string | undefined;
  readonly testId: string;
  readonly onCheck: (isChecked: boolean) => void;
}

/** A checkbox with a line that explains it. */
export function Check({ label, text, isChecked, isInvalid, errorId, testId, onCheck }: CheckProps) {
  const id = useId();
  const described = [text === undefined ? null : `${id}-hint`, errorId ?? null].filter((one) => one !== null);
  return (
    <div className="flex items-start gap-x-2">
      <Checkbox
        id={id}
        checked={isChecked}
        aria-invalid={isInvalid}
        aria-describedby={described.length === 0 ? undefined : described.join(" ")}
        onCheckedChange={(checked) => onCheck(checked === true)}
        data-testid={testId}
      />
      <div className="flex min-w-0 flex-col">
        <Label htmlFor={id} size="small" className="[overflow-wrap:anywhere]">
          <bdi>{label}</bdi>
        </Label>
        {text === undefined ? null : <Hint id={`${id}-hint`}>{text}</Hint>}
      </div>
    </div>
  );
}

interface Props<Value extends string> {
  readonly name: string;
  readonly field: string;
  readonly choices: readonly { readonly value: Value; readonly label: string; readonly text?: string | undefined }[];
  readonly chosen: readonly Value[];
  readonly hint?: string | undefined;
  readonly problem: string | null;
  /** In the order of the choices. */
  readonly onChoose: (chosen: readonly Value[]) => void;
}

/** Any number of a few choices. */
export function CheckGroup<Value extends string>(props: Props<Value>) {
  const { name, field, choices, chosen, hint, problem, onChoose } = props;
  const id = useId();
  const description = problem ?? hint;
  const toggle = (value: Value, isChecked: boolean): void =>
    onChoose(
      choices.flatMap((one) => ((one.value === value ? isChecked : chosen.includes(one.value)) ? [one.value] : [])),
    );
  return (
    <fieldset
      className="flex min-w-0 flex-col gap-y-2"
      aria-describedby={description === undefined ? undefined : id}
      data-testid={`acquiring-group-${field}`}
    >
      <legend className="txt-compact-small-plus mb-2">{name}</legend>
      {choices.map(({ value, label, text }) => (
        <Check
          key={value}
          {...{ label, text }}
          isChecked={chosen.includes(value)}
          isInvalid={problem !== null}
          errorId={problem === null ? undefined : id}
          testId={`acquiring-check-${field}-${value}`}
          onCheck={(isChecked) => toggle(value, isChecked)}
        />
      ))}
      {description === undefined ? null : (
        <Hint
          id={id}
          variant={problem === null ? "info" : "error"}
          className="[overflow-wrap:anywhere]"
          data-testid={problem === null ? undefined : `acquiring-invalid-${field}`}
        >
          {short(description)}
        </Hint>
      )}
    </fieldset>
  );
}
