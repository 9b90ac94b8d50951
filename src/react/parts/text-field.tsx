import type { InputHTMLAttributes, ReactElement, ReactNode } from "react";
import { useId, useRef } from "react";
import { caretAfter, digitsBefore } from "./caret";
import { useBeforePaint } from "./use-before-paint";

/** A labelled input. The error element is always present as a live region, so screen readers announce it. */
export interface TextFieldProps extends Pick<
  InputHTMLAttributes<HTMLInputElement>,
  "type" | "inputMode" | "autoComplete" | "maxLength" | "placeholder" | "name"
> {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly onLeave?: () => void;
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
  /** Digits are written from left to right in every language. */
  readonly isDigits?: boolean;
  readonly end?: ReactNode;
  readonly className?: string;
}

export function TextField(props: TextFieldProps): ReactElement {
  const { label, value, onValue, onLeave, error, hint, isDigits = false, end, className, ...input } = props;
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const digitsToCaret = useRef<number | null>(null);

  // Grouping changes the text before the caret, so the caret is put back behind its digit.
  useBeforePaint(() => {
    if (digitsToCaret.current === null || field.current === null) return;
    const caret = caretAfter(value, digitsToCaret.current);
    digitsToCaret.current = null;
    field.current.setSelectionRange(caret, caret);
  }, [value]);

  const described = [...(hint ? [`${id}-hint`] : []), ...(error ? [`${id}-error`] : [])].join(" ");
  return (
    <div className={className ? `acq-field ${className}` : "acq-field"}>
      <label className="acq-label" htmlFor={id}>
        {label}
      </label>
      <span className={end === undefined ? "acq-control" : "acq-control acq-control-ended"}>
        <input
          type="text"
          {...input}
          ref={field}
          id={id}
          className="acq-input"
          value={value}
          required
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
          dir={isDigits ? "ltr" : undefined}
          onChange={({ target }) => {
            const caret = target.selectionStart;
            const isInside = isDigits && caret !== null && caret < target.value.length;
            digitsToCaret.current = isInside ? digitsBefore(target.value, caret) : null;
            onValue(target.value);
          }}
          onBlur={onLeave}
        />
        {end !== undefined && <span className="acq-end">{end}</span>}
      </span>
      {hint !== undefined && (
        <p className="acq-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <p className="acq-field-error" id={`${id}-error`} aria-live="polite">
        {error}
      </p>
    </div>
  );
}
