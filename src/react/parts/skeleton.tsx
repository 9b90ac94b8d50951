import type { ReactElement } from "react";
/** Placeholder while loading, so that the layout does not jump; its text is for screen readers. */
export function Skeleton({ text, rows }: { readonly text: string; readonly rows: number }): ReactElement {
  return (
    <div className="acq-skeleton" role="status" aria-busy="true">
      <span className="acq-sr">{text}</span>
      {Array.from({ length: rows }, (_row, index) => (
        <span key={index} className="acq-skeleton-row" aria-hidden="true" />
      ))}
    </div>
  );
}
