import { Text } from "@medusajs/ui";
import type { AdminPayment, TimelineEntry } from "../../contract/admin";
import { byWords, timelineWords, words } from "../i18n/en";
import { formatAmount } from "../lib/amounts";
import { formatMoment, short } from "../lib/view";

/** Everything that happened, newest first, in plain words; the gateway's own codes on demand. Shows, never acts. */
export function Timeline({ payment }: { payment: AdminPayment }) {
  return (
    <section aria-label={words.timeline} data-testid="acquiring-timeline">
      <Text size="small" weight="plus" className="mb-2">
        {words.timeline}
      </Text>
      <ol className="border-ui-border-base flex flex-col gap-y-3 border-l pl-4">
        {[...payment.timeline].reverse().map((entry) => (
          <Entry key={entry.id} entry={entry} currency={payment.currency} />
        ))}
      </ol>
    </section>
  );
}

function Entry({ entry, currency }: { entry: TimelineEntry; currency: string }) {
  return (
    <li className="relative">
      <span
        aria-hidden="true"
        className="bg-ui-fg-muted absolute -left-4 top-2 size-1.5 -translate-x-1/2 rounded-full"
      />
      <Text size="small">
        {timelineWords[entry.kind]}
        {entry.amount === null ? null : (
          <span className="text-ui-fg-subtle"> · {formatAmount(entry.amount, currency)}</span>
        )}
      </Text>
      <Text size="xsmall" className="text-ui-fg-subtle">
        <time dateTime={entry.at}>{formatMoment(entry.at)}</time> · {byWords(entry)}
      </Text>
      <Codes code={entry.code} message={entry.message} />
    </li>
  );
}

/** The gateway's raw code and text: untrusted, so text only. */
function Codes({ code, message }: { code: string | null; message: string | null }) {
  if (code === null && message === null) return null;
  return (
    <details className="txt-xsmall text-ui-fg-muted">
      <summary className="cursor-pointer">{words.codes}</summary>
      {[code, message].map((part, index) =>
        part === null ? null : (
          <p key={index} className="[overflow-wrap:anywhere]" dir="auto">
            {short(part)}
          </p>
        ),
      )}
    </details>
  );
}
