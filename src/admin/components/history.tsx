import { Text } from "@medusajs/ui";
import type { ReactNode } from "react";
import { short } from "../lib/view";
import { useTexts } from "../lib/texts";

/** What happened to something, one entry under the other beside a line. Shows, never acts. */
export const HistoryList = ({ children }: { children: ReactNode }) => (
  <ol className="border-ui-border-base flex flex-col gap-y-3 border-l pl-4">{children}</ol>
);

interface Props {
  /** What happened, in plain words; details behind it. */
  readonly what: ReactNode;
  readonly at: string;
  /** Who did it, in words; null: nobody is named. */
  readonly by: string | null;
  readonly note: string | null;
  /** For whoever looks for an entry of this kind. */
  readonly found?: { readonly "data-testid": string; readonly "data-kind": string };
  /** Below the note. */
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
          {t("payment.note")}: <bdi>{short(note)}</bdi>
        </Text>
      )}
      {children}
    </li>
  );
}
