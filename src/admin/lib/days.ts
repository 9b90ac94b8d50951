/** `2026-11-21` in the reader's time zone; empty without a time. */
export function dayOf(moment: string | null): string {
  const at = new Date(moment ?? "");
  if (Number.isNaN(at.getTime())) return "";
  const two = (part: number): string => String(part).padStart(2, "0");
  return `${String(at.getFullYear()).padStart(4, "0")}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** Both take a day such as `2026-11-21`. A text without a zone is parsed in the reader's own. */
export const startOfDay = (day: string): string => new Date(`${day}T00:00:00.000`).toISOString();
export const endOfDay = (day: string): string => new Date(`${day}T23:59:59.999`).toISOString();
