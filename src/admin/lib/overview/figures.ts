import type { OverviewFigures } from "../../../api-schema/admin";

/** Shares and comparisons of counts and decimal texts. For display only: nothing is added up here. */

/** Authorised of authorised and declined payments; null without either. Expired and open ones were not decided. */
export const authorisationRate = ({ authorised, declined }: OverviewFigures): number | null =>
  countShare(authorised, authorised + declined);

export const challengeRate = ({ three_ds: { challenged, passed } }: OverviewFigures): number | null =>
  countShare(passed, challenged);

/** From 0 to 1; null without a whole. */
export const countShare = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

/** How much more than before, as a part of what it was; null if there is nothing to compare with. */
export const changeOf = (now: number | null, before: number | null | undefined): number | null =>
  now === null || before === null || before === undefined || before === 0 ? null : (now - before) / before;

export const percent = (share: number | null, locale: string): string =>
  share === null ? "–" : share.toLocaleString(locale, { style: "percent", maximumFractionDigits: 1 });

/** `+4.2%`, with a sign. */
export const signed = (change: number, locale: string): string =>
  change.toLocaleString(locale, { style: "percent", maximumFractionDigits: 1, signDisplay: "exceptZero" });

/** In the reader's language and the largest unit that fits: `3 hr`, `2 days`. */
export function duration(seconds: number | null, locale: string): string {
  if (seconds === null) return "–";
  const [unit, size] = UNITS.find(([, least]) => seconds >= least) ?? (["second", 1] as const);
  const format = { style: "unit", unit, unitDisplay: "long", maximumFractionDigits: 1 } as const;
  return (seconds / size).toLocaleString(locale, format);
}

const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;
