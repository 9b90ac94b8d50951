import { Text } from "@medusajs/ui";
import type { ReactNode } from "react";
import { useTexts } from "../lib/texts";

export const HistoryList = ({ children }: { children: ReactNode }) => (
  <ol className="border-ui-border-base flex flex-col gap-y-3 border-l pl-4">{children}</ol>
);

interface Props {
  readonly what: ReactNode;
  readonly at: string;
  /** Who did it; null: not shown. */
  readonly by: string | null;
  readonly note: string | null;
  /** For code that looks for entries of this kind. */
  readonly found?: { readonly "data-testid": string; readonly "data-kind": string };
  readonly children?: ReactNode;
}

export function HistoryEntry({ what, at, by, note, found, children }: Props) {
  const { t, moment } = useTexts();
  return (
    <li className="relative" {...found}>
      <span
        aria-hidden="true"
        className="bg-ui-fg-muted absolute -left-4 top-2 size-1.5 -translate-x-1/2 rounded-full"
      />
      <Text size="small">{what}</Text>
      <Text size="xsmall" className="text-ui-fg-subtle [overflow-wrap:anywhere]">
        <time dateTime={at}>{moment(at)}</time>
        {by === null ? null : (
          <>
            {" · "}
            <bdi>{by}</bdi>
          </>
        )}
      </Text>
      {note === null ? null : (
        <Text size="xsmall" className="text-ui-fg-subtle [overflow-wrap:anywhere]">
          {t("payment.note")}: <bdi>{note}</bdi>
        </Text>
      )}
      {children}
    </li>
  );
}
