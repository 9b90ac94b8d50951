import type { KeyboardEvent } from "react";
import { useRef, useState } from "react";
import { Link } from "react-router-dom";
import type { ChartArea } from "./chart-config";

/**
 * A link over each bar: one stop for the Tab key, the arrow keys move along the bars, Enter opens the payments behind one.
 */
export interface ChartLink {
  /** What the bar says, for screen readers. */
  readonly label: string;
  readonly to: string;
}

interface Props {
  readonly name: string;
  readonly links: readonly ChartLink[];
  readonly area: ChartArea;
  readonly axis: "column" | "row";
  readonly onActive: (index: number | null) => void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

export function ChartLinks({ name, links, area, axis, onActive }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(links.length - 1);
  const stop = Math.min(current, links.length - 1);
  const move = (event: KeyboardEvent): void => {
    const ends: Readonly<Record<string, number>> = { Home: 0, End: links.length - 1 };
    const step = STEPS[event.key];
    const next = ends[event.key] ?? (step === undefined ? undefined : stop + step);
    if (next === undefined) return;
    event.preventDefault();
    const to = Math.max(0, Math.min(links.length - 1, next));
    setCurrent(to);
    list.current?.querySelectorAll("a")[to]?.focus();
  };
  const direction = axis === "row" ? "flex-col" : "flex-row";
  return (
    <ul
      ref={list}
      aria-label={name}
      className={`absolute flex ${direction}`}
      style={{ left: area.left, top: area.top, width: area.width, height: area.height }}
      onKeyDown={move}
      onMouseLeave={() => onActive(null)}
    >
      {links.map(({ label, to }, index) => (
        <li key={index} className="min-h-0 min-w-0 flex-1">
          <Link
            to={to}
            tabIndex={index === stop ? 0 : -1}
            aria-label={label}
            className="focus-visible:shadow-borders-focus block size-full rounded-sm outline-none"
            data-testid="acquiring-chart-link"
            onMouseEnter={() => onActive(index)}
            onFocus={() => {
              setCurrent(index);
              onActive(index);
            }}
            onBlur={() => onActive(null)}
          />
        </li>
      ))}
    </ul>
  );
}
