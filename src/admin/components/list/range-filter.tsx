import { ChevronDownMini } from "@medusajs/icons";
import { Button, Hint, Input, Label, Popover } from "@medusajs/ui";
import type { FormEvent, ReactNode } from "react";
import { useId, useState } from "react";
import { useTexts } from "../../lib/texts";

interface Props {
  readonly name: string;
  readonly type: "date" | "text";
  readonly from: string;
  readonly to: string;
  /** Why it cannot be used now; null when it can. */
  readonly refusal?: string | null;
  readonly isRight: (text: string) => boolean;
  /** What to enter instead of a text that is not right. */
  readonly wrong?: string;
  readonly onApply: (from: string, to: string) => void;
  readonly children?: (close: () => void) => ReactNode;
}

export function RangeFilter(props: Props) {
  const { name, from, to, onApply, children } = props;
  const [isOpen, setIsOpen] = useState(false);
  const close = (): void => setIsOpen(false);
  const shown = from === "" && to === "" ? null : `${from} – ${to}`;
  return (
    <Popover open={isOpen} onOpenChange={setIsOpen}>
      <Popover.Trigger asChild>
        <Button size="small" variant="secondary" className="max-w-80">
          <span className="truncate">
            {name}
            {shown === null ? null : <span className="text-ui-fg-subtle">: {shown}</span>}
          </span>
          <ChevronDownMini aria-hidden="true" />
        </Button>
      </Popover.Trigger>
      <Popover.Content align="start" className="flex w-64 flex-col gap-y-3 p-3" aria-label={name}>
        {children?.(close)}
        <Range
          key={`${from}|${to}`}
          {...props}
          onApply={(first, last) => {
            onApply(first, last);
            close();
          }}
        />
      </Popover.Content>
    </Popover>
  );
}

function Range({ type, from, to, refusal, isRight, wrong, onApply }: Props) {
  const { t } = useTexts();
  const id = useId();
  const [first, setFirst] = useState(from);
  const [last, setLast] = useState(to);
  const isWrong = (text: string): boolean => text !== "" && !isRight(text);
  const isFilled = !isWrong(first) && !isWrong(last);
  const isUsable = (refusal ?? null) === null;
  const problem = isUsable && !isFilled ? wrong : undefined;
  const isReady = isUsable && isFilled;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isReady) onApply(first, last);
  };
  const ends = [
    { end: "from" as const, text: first, onType: setFirst },
    { end: "to" as const, text: last, onType: setLast },
  ];
  return (
    <form onSubmit={submit} className="flex flex-col gap-y-3">
      {ends.map(({ end, text, onType }) => (
        <div key={end} className="flex flex-col gap-y-1">
          <Label htmlFor={`${id}-${end}`} size="xsmall" weight="plus">
            {t(`payments.${end}`)}
          </Label>
          <Input
            id={`${id}-${end}`}
            type={type}
            size="small"
            inputMode={type === "text" ? "decimal" : undefined}
            value={text}
            aria-invalid={isWrong(text)}
            aria-describedby={problem !== undefined && isWrong(text) ? `${id}-hint` : undefined}
            onChange={(event) => onType(event.target.value)}
          />
        </div>
      ))}
      {refusal ? <Hint>{refusal}</Hint> : null}
      {problem === undefined ? null : (
        <Hint id={`${id}-hint`} variant="error">
          {problem}
        </Hint>
      )}
      <Button type="submit" size="small" disabled={!isReady}>
        {t("payments.apply")}
      </Button>
    </form>
  );
}
