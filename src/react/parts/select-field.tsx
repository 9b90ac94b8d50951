import type { ReactElement } from "react";
import { useId } from "react";

export interface SelectFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly placeholder: string;
  readonly options: readonly { readonly code: string; readonly name: string }[];
  readonly error?: string | undefined;
}

export function SelectField({ label, value, onValue, placeholder, options, error }: SelectFieldProps): ReactElement {
  const id = useId();
  return (
    <div className="acq-field">
      <label className="acq-label" htmlFor={id}>
        {label}
      </label>
      <span className="acq-control acq-control-select">
        <select
          id={id}
          className="acq-input"
          value={value}
          required
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={({ target }) => {
            onValue(target.value);
          }}
        >
          <option value="">{placeholder}</option>
          {options.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      </span>
      <p className="acq-field-error" id={`${id}-error`} aria-live="polite">
        {error}
      </p>
    </div>
  );
}
