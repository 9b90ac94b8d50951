import type { ChangeEvent, InputHTMLAttributes } from "react";
import { useLayoutEffect, useRef } from "react";

/**
 * A labelled input with its error beside it, announced and tied to the input. With
 * `format` it regroups digits while they are typed, and the caret stays at its digit.
 */
export interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "onChange" | "value"> {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly error?: string | undefined;
  readonly format?: (typed: string) => string;
  onValue(value: string): void;
}

export function Field({ id, label, value, error, format, onValue, ...input }: FieldProps) {
  const element = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);

  useLayoutEffect(() => {
    if (caret.current === null) return;
    element.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });

  const change = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    if (!format) {
      onValue(target.value);
      return;
    }
    const position = target.selectionStart ?? target.value.length;
    const formatted = format(target.value);
    const digitsBefore = target.value.slice(0, position).replace(/\D/g, "").length;
    caret.current = position === target.value.length ? formatted.length : afterDigits(formatted, digitsBefore);
    onValue(formatted);
  };

  return (
    <div className={error ? "field wrong" : "field"}>
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        ref={element}
        id={id}
        data-testid={id}
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={change}
      />
      {error ? (
        <p className="hint" id={`${id}-error`}>
          {error}
        </p>
      ) : null}
    </div>
  );
}

/** The place right after the n-th digit. */
function afterDigits(text: string, count: number): number {
  let seen = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (seen === count) return index;
    if (/\d/.test(text.charAt(index))) seen += 1;
  }
  return text.length;
}
