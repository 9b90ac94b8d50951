import type { AdminDispute, DisputeInput } from "../../../api-schema/admin";
import { dayOf, endOfDay } from "../days";

/** Due dates as people read and enter them: days in the reader's time zone. */
const DAY_MS = 86_400_000;

const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS;

/** `tomorrow`, `in 3 days`, `2 days ago`. */
export const relativeDay = (at: string, now: Date, locale: string): string =>
  new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(
    dayNumber(dayOf(at)) - dayNumber(dayOf(now.toISOString())),
    "day",
  );

/** What the fields of the drawer contain. */
export interface DueEntry {
  /** A day, or empty: the reported date applies. */
  readonly day: string;
  readonly note: string;
}

export const entryOf = ({ entered_due_at: due, note }: AdminDispute): DueEntry => ({
  day: dayOf(due),
  note: note ?? "",
});

/** An unchanged day keeps its time. */
export function disputeInputOf(dispute: AdminDispute, { day, note }: DueEntry): DisputeInput {
  const { entered_due_at: before, version, answered_at: answeredAt } = dispute;
  const dueAt = day === "" ? null : day === dayOf(before) ? before : endOfDay(day);
  return { version, due_at: dueAt, answered: answeredAt !== null, note: note.trim() === "" ? null : note.trim() };
}

/** Of "Mark as answered" and its opposite. */
export const answeredInput = (dispute: AdminDispute, answered: boolean): DisputeInput => ({
  ...disputeInputOf(dispute, entryOf(dispute)),
  answered,
});

/** The dispute's name for people: its order, else the gateway's order number. */
export const nameOfDispute = ({ order, order_no: orderNo }: Pick<AdminDispute, "order" | "order_no">): string =>
  order === null ? orderNo : `#${String(order.display_id)}`;
