import type { ReactElement, ReactNode } from "react";

export interface PanelProps {
  readonly kind: "busy" | "good" | "wait" | "plain" | "error";
  readonly text: string;
  readonly children?: ReactNode;
}

export function Panel({ kind, text, children }: PanelProps): ReactElement {
  return (
    <div className={`acq-panel acq-panel-${kind}`} tabIndex={-1} data-acq-focus="">
      {kind === "busy" ? <span className="acq-spinner" aria-hidden="true" /> : <Sign kind={kind} />}
      <p className="acq-panel-text" role={kind === "error" ? "alert" : "status"}>
        {text}
      </p>
      {children !== undefined && <div className="acq-panel-actions">{children}</div>}
    </div>
  );
}

const PATHS: Readonly<Record<Exclude<PanelProps["kind"], "busy">, string>> = {
  good: "M8 12.5l2.8 2.8L16.5 9.5",
  wait: "M12 7.5V12l3 2",
  plain: "M12 11v5.5M12 7.6v.2",
  error: "M12 7v6M12 16.2v.2",
};

function Sign({ kind }: { readonly kind: keyof typeof PATHS }): ReactElement {
  return (
    <svg className="acq-sign" viewBox="0 0 24 24" width="40" height="40" aria-hidden="true" focusable="false">
      <circle cx="12" cy="12" r="10" />
      <path d={PATHS[kind]} />
    </svg>
  );
}
