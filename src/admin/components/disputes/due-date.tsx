import type { AdminDispute } from "../../../api-schema/admin";
import { relativeDay } from "../../lib/disputes/due";
import { useNow } from "../../lib/use-now";
import { useTexts } from "../../lib/texts";

/** When it is due, in days from now and as a date. A dispute that needs no answer any more has the date only. */
export function DueDate({ dispute: { due_at: due, state } }: { dispute: Pick<AdminDispute, "due_at" | "state"> }) {
  const { t, locale, moment } = useTexts();
  const now = useNow();
  if (due === null) return <>{t("disputes.noDueDate")}</>;
  const day = new Date(due).toLocaleDateString(locale, { day: "numeric", month: "short", year: "numeric" });
  const isWaiting = state === "needs_answer" || state === "overdue";
  return (
    <time dateTime={due} title={moment(due)} className="flex flex-col whitespace-nowrap py-1">
      {isWaiting ? (
        <span className={state === "overdue" ? "text-ui-fg-error" : undefined}>{relativeDay(due, now, locale)}</span>
      ) : null}
      <span className={isWaiting ? "text-ui-fg-subtle txt-compact-xsmall" : undefined}>{day}</span>
    </time>
  );
}
