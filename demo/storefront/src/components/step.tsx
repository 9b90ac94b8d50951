import type { ReactNode } from "react";
import { useEffect, useRef } from "react";

/** Layout of a checkout step: open, completed with a summary, or upcoming. */
export interface StepProps {
  readonly title: string;
  readonly state: "open" | "done" | "later";
  /** Summary shown when completed. */
  readonly chosen?: string;
  /** Opens the step again; without it there is no button. */
  readonly onChange?: (() => void) | undefined;
  readonly children: ReactNode;
}

export function Step({ title, state, chosen, onChange, children }: StepProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(state);

  // Moves the focus to the step that has just opened.
  useEffect(() => {
    if (state === "open" && before.current !== "open") heading.current?.focus();
    before.current = state;
  }, [state]);

  return (
    <section className={`step ${state}`}>
      <div className="step-head">
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {state === "done" && onChange ? (
          <button type="button" className="link" onClick={onChange} aria-label={`Change: ${title}`}>
            Change
          </button>
        ) : null}
      </div>
      {state === "done" && chosen ? <p>{chosen}</p> : null}
      {state === "open" ? children : null}
    </section>
  );
}
