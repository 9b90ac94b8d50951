import { ChevronDownMini } from "@medusajs/icons";
import { Button } from "@medusajs/ui";
import type { ReactNode } from "react";
import { useEffect, useId, useState } from "react";

interface Props {
  readonly title: string;
  readonly isFilled: boolean;
  /** A field in it has an error: each rejection opens it, also when it was closed before. */
  readonly isInvalid: boolean;
  readonly refusals: number;
  readonly children: ReactNode;
}

export function Collapsible({ title, isFilled, isInvalid, refusals, children }: Props) {
  const [isOpened, setOpened] = useState(isFilled || isInvalid);
  const [seen, setSeen] = useState(refusals);
  const id = useId();
  useEffect(() => {
    if (isFilled) setOpened(true);
  }, [isFilled]);
  // Opened during rendering, not in an effect: the field must exist when it gets the focus.
  if (seen !== refusals) {
    setSeen(refusals);
    if (isInvalid) setOpened(true);
  }
  return (
    <section className="flex flex-col gap-y-4">
      <div>
        <Button
          type="button"
          size="small"
          variant="transparent"
          aria-expanded={isOpened}
          aria-controls={id}
          onClick={() => setOpened(!isOpened)}
        >
          <ChevronDownMini aria-hidden="true" className={isOpened ? "rotate-180" : ""} />
          {title}
        </Button>
      </div>
      <div id={id} hidden={!isOpened} className={isOpened ? "flex flex-col gap-y-4" : ""}>
        {isOpened ? children : null}
      </div>
    </section>
  );
}

export function Pair({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">{children}</div>;
}

export function CollapsiblePart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-y-4">
      <legend className="txt-compact-medium-plus mb-3">{title}</legend>
      {children}
    </fieldset>
  );
}
