import { Text } from "@medusajs/ui";
import type { AdminPayment, TimelineEntry } from "../../api-schema/admin";
import { short } from "../lib/view";
import type { Translate } from "../lib/texts";
import { useTexts } from "../lib/texts";
import { HistoryEntry, HistoryList } from "./history";

export function Timeline({ payment }: { payment: AdminPayment }) {
  const { t } = useTexts();
  return (
    <section aria-label={t("payment.timeline")} data-testid="acquiring-timeline">
      <Text size="small" weight="plus" className="mb-2">
        {t("payment.timeline")}
      </Text>
      <HistoryList>
        {[...payment.timeline].reverse().map((entry) => (
          <Entry key={entry.id} entry={entry} currency={payment.currency} />
        ))}
      </HistoryList>
    </section>
  );
}

function Entry({ entry, currency }: { entry: TimelineEntry; currency: string }) {
  const { t, money } = useTexts();
  return (
    <HistoryEntry
      at={entry.at}
      by={actorText(t, entry)}
      note={entry.note}
      what={
        <>
          {t(`payment.event.${entry.kind}`)}
          {entry.amount === null ? null : <span className="text-ui-fg-subtle"> · {money(entry.amount, currency)}</span>}
        </>
      }
    >
      <Codes code={entry.code} message={entry.message} />
    </HistoryEntry>
  );
}

/** The actor and the source. An unclear answer has no actor: the store noticed it. */
export function actorText(
  t: Translate,
  { kind, actor, actor_name, source }: Pick<TimelineEntry, "kind" | "actor" | "actor_name" | "source">,
): string {
  if (kind.endsWith("_unknown")) return t("payment.noticedBy", { who: t("payment.actor.system") });
  const who = actor_name === null ? t(`payment.actor.${actor}`) : short(actor_name);
  return t("payment.by", { who, how: t(`payment.source.${source}`) });
}

/** The gateway's code and text: untrusted, rendered as text only. */
function Codes({ code, message }: { code: string | null; message: string | null }) {
  const { t } = useTexts();
  if (code === null && message === null) return null;
  return (
    <details className="txt-xsmall text-ui-fg-subtle">
      <summary className="cursor-pointer">{t("payment.codes")}</summary>
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
