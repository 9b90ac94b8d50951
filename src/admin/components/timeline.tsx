import { Text } from "@medusajs/ui";
import type { AdminPayment } from "../../contract/admin";
import { actorWords, sourceWords, timelineWords, words } from "../i18n/en";
import { formatAmount } from "../lib/amounts";

/** Everything that happened, newest first, in plain words; the gateway's own codes on demand. */
export function Timeline({ payment }: { payment: AdminPayment }) {
  const entries = [...payment.timeline].reverse();
  return (
    <section aria-label={words.timeline} data-testid="acquiring-timeline">
      <Text size="small" weight="plus" className="mb-2">
        {words.timeline}
      </Text>
      <ol className="border-ui-border-base flex flex-col gap-y-3 border-l pl-4">
        {entries.map((entry) => (
          <li key={entry.id} className="relative">
            <span aria-hidden="true" className="bg-ui-fg-muted absolute -left-[19px] top-1.5 size-1.5 rounded-full" />
            <Text size="small">
              {timelineWords[entry.kind]}
              {entry.amount === null ? null : (
                <span className="text-ui-fg-subtle"> · {formatAmount(entry.amount, payment.currency)}</span>
              )}
            </Text>
            <Text size="xsmall" className="text-ui-fg-subtle">
              <time dateTime={entry.at}>{new Date(entry.at).toLocaleString()}</time> · {words.by}{" "}
              {actorWords[entry.actor]} ({sourceWords[entry.source]})
            </Text>
            {entry.code === null && entry.message === null ? null : (
              <details className="txt-xsmall text-ui-fg-muted">
                <summary className="cursor-pointer">{words.codes}</summary>
                <bdi className="break-all">
                  {[entry.code, entry.message]
                    .filter((part) => part !== null)
                    .join(": ")
                    .slice(0, 300)}
                </bdi>
              </details>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
