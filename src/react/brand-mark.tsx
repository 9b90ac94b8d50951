import type { ReactElement, ReactNode } from "react";
import { brandNameOf } from "./choices";

/** A small card with the brand on it; a plain card where the brand is not known. Drawn here, nothing is loaded. */
export interface BrandMarkProps {
  readonly brand: string | null;
  /** True where the brand stands beside it in words. */
  readonly isDecoration?: boolean;
}

const word = (text: string, color: string, size = 9): ReactNode => (
  <text x="19" y="15.5" textAnchor="middle" fontSize={size} fontWeight="700" fill={color} fontFamily="sans-serif">
    {text}
  </text>
);

const circles = (left: string, right: string): ReactNode => (
  <>
    <circle cx="15.5" cy="12" r="6.5" fill={left} />
    <circle cx="22.5" cy="12" r="6.5" fill={right} fillOpacity="0.85" />
  </>
);

const MARKS: ReadonlyMap<string, ReactNode> = new Map([
  ["visa", word("VISA", "#1a1f71", 10)],
  ["mastercard", circles("#eb001b", "#f79e1b")],
  ["amex", word("AMEX", "#006fcf")],
  ["discover", word("DISC", "#c25100")],
  ["diners", word("DC", "#0079be", 10)],
  ["jcb", word("JCB", "#0b4ea2", 10)],
  ["unionpay", word("UPay", "#c8102e")],
]);

const PLAIN: ReactNode = (
  <>
    <rect x="1" y="6" width="36" height="4" fill="#8a8f98" />
    <rect x="5" y="15" width="12" height="2.5" rx="1.25" fill="#b9bdc4" />
  </>
);

export function BrandMark({ brand, isDecoration = false }: BrandMarkProps): ReactElement {
  const name = brandNameOf(brand);
  const mark = brand === null ? undefined : MARKS.get(brand.toLowerCase());
  const isNamed = name !== null && !isDecoration;
  return (
    <svg
      className="acq-mark"
      viewBox="0 0 38 24"
      width="38"
      height="24"
      focusable="false"
      {...(isNamed ? { role: "img", "aria-label": name } : { "aria-hidden": true })}
    >
      <rect x="0.5" y="0.5" width="37" height="23" rx="3.5" fill="#fff" stroke="#c9cdd3" />
      {mark ?? PLAIN}
    </svg>
  );
}
