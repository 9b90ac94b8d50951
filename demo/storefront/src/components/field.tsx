import type { InputHTMLAttributes } from "react";

/** A labelled input with its error, linked and announced. */
export interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "onChange" | "value"> {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly error?: string | undefined;
  onValue(value: string): void;
}

export function Field({ id, label, value, error, onValue, ...input }: FieldProps) {
  return (
    <div className={error ? "field wrong" : "field"}>
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        data-testid={id}
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={({ target }) => onValue(target.value)}
      />
      {error ? (
        <p className="hint" id={`${id}-error`}>
          {error}
        </p>
      ) : null}
    </div>
  );
}
