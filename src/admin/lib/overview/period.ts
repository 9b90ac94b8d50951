/** Periods of the overview: whole UTC days such as `2026-11-27`, both ends included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

const DAY_MS = 86_400_000;
export const PERIODS = [7, 30, 90] as const;

const textOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The last so many days; `today`, by the server's clock, is the last one. */
export const lastDays = (days: number, today: string): Days => ({
  from: textOf(Date.parse(today) - (days - 1) * DAY_MS),
  to: today,
});

/** Moments of the list's filter: the first and the last millisecond of the days. */
export const momentsOf = ({ from, to }: Days): { readonly created_from: string; readonly created_to: string } => ({
  created_from: `${from}T00:00:00.000Z`,
  created_to: `${to}T23:59:59.999Z`,
});

/** A UTC day in the reader's language, as `27 Nov`. */
export const dayLabel = (day: string, locale: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString(locale, { day: "numeric", month: "short", timeZone: "UTC" });

export const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);
