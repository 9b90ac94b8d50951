import { Copy } from "@medusajs/ui";
import type { ReactNode } from "react";

export function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[7rem_1fr] items-start gap-x-3">
      <dt className="text-ui-fg-subtle txt-compact-small">{name}</dt>
      <dd className="txt-compact-small [overflow-wrap:anywhere]" dir="auto">
        {children}
      </dd>
    </div>
  );
}

export function Copyable({ value, label }: { value: string; label: string }) {
  return (
    <span className="flex items-center gap-x-1">
      <bdi className="break-all font-mono">{value}</bdi>
      <Copy content={value} variant="mini" aria-label={label} />
    </span>
  );
}
