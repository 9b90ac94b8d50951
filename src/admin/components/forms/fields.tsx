import { Hint, Input, Label, Textarea } from "@medusajs/ui";
import type { ReactNode } from "react";
import { useId } from "react";
import type { Choice } from "../../lib/countries";
import { short } from "../../lib/view";

interface Frame {
  readonly name: string;
  /** Path in the request body, such as `bank_details.iban`. */
  readonly path: string;
  readonly value: string;
  readonly onType: (value: string) => void;
  readonly hint?: string | undefined;
  readonly problem?: string | null | undefined;
  readonly isRequired?: boolean | undefined;
}

interface Described {
  readonly id: string;
  readonly description: string | undefined;
  readonly isInvalid: boolean;
}

const describe = (id: string, { hint, problem }: Pick<Frame, "hint" | "problem">): Described => ({
  id,
  description: problem ?? hint,
  isInvalid: problem != null,
});

function Framed({
  name,
  path,
  described,
  isRequired,
  children,
}: Pick<Frame, "name" | "path" | "isRequired"> & {
  readonly described: Described;
  readonly children: ReactNode;
}) {
  const { id, description, isInvalid } = described;
  return (
    <div className="flex min-w-0 flex-col gap-y-2">
      <Label htmlFor={id} size="small" weight="plus">
        {name}
        {isRequired === true ? <span aria-hidden="true"> *</span> : null}
      </Label>
      {children}
      {description === undefined ? null : (
        <Hint
          id={`${id}-hint`}
          variant={isInvalid ? "error" : "info"}
          className="[overflow-wrap:anywhere]"
          dir="auto"
          data-testid={isInvalid ? `acquiring-invalid-${path}` : undefined}
        >
          {short(description)}
        </Hint>
      )}
    </div>
  );
}

const described = ({ id, description, isInvalid }: Described) => ({
  id,
  "aria-invalid": isInvalid,
  "aria-describedby": description === undefined ? undefined : `${id}-hint`,
});

interface TextProps extends Frame {
  readonly type?: "text" | "date" | "email" | "url" | "time";
  readonly inputMode?: "decimal" | "numeric" | undefined;
  readonly most?: number | undefined;
  readonly placeholder?: string | undefined;
}

export function TextField({ type = "text", inputMode, most, placeholder, ...frame }: TextProps) {
  const found = describe(useId(), frame);
  return (
    <Framed {...frame} described={found}>
      <Input
        {...described(found)}
        type={type}
        inputMode={inputMode}
        maxLength={most}
        placeholder={placeholder}
        // The value belongs to another person: the browser neither suggests nor stores it.
        autoComplete="off"
        required={frame.isRequired}
        dir={type === "text" ? "auto" : undefined}
        value={frame.value}
        onChange={(event) => frame.onType(event.target.value)}
        data-testid={`acquiring-field-${frame.path}`}
      />
    </Framed>
  );
}

export function LongField({ most, ...frame }: Frame & { readonly most: number }) {
  const found = describe(useId(), frame);
  return (
    <Framed {...frame} described={found}>
      <Textarea
        {...described(found)}
        maxLength={most}
        required={frame.isRequired}
        dir="auto"
        value={frame.value}
        onChange={(event) => frame.onType(event.target.value)}
        data-testid={`acquiring-field-${frame.path}`}
      />
    </Framed>
  );
}

interface SelectProps extends Frame {
  readonly choices: readonly Choice[];
  readonly empty?: string;
}

/** The native select: it opens hundreds of countries at once, and typing finds one. */
export function SelectField({ choices, empty, ...frame }: SelectProps) {
  const found = describe(useId(), frame);
  const isListed = frame.value === "" || choices.some(({ value }) => value === frame.value);
  return (
    <Framed {...frame} described={found}>
      <select
        {...described(found)}
        required={frame.isRequired}
        value={frame.value}
        onChange={(event) => frame.onType(event.target.value)}
        className="bg-ui-bg-field shadow-borders-base txt-compact-small text-ui-fg-base hover:bg-ui-bg-field-hover focus-visible:shadow-borders-interactive-with-active aria-[invalid=true]:shadow-borders-error h-8 w-full rounded-md px-2 outline-none"
        data-testid={`acquiring-field-${frame.path}`}
      >
        {empty === undefined ? null : <option value="">{empty}</option>}
        {isListed ? null : <option value={frame.value}>{frame.value}</option>}
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </Framed>
  );
}
