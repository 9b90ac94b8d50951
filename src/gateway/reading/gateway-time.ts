/* Times without a zone as moments, to the second; one that a clock change skips or repeats has the offset before it. */

interface Wall {
  readonly day: string;
  readonly time: string;
}

const WITH_DASHES = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}:\d{2}))?$/;
const DIGITS = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})$/;

function readWall(text: string): Wall | null {
  const digits = DIGITS.exec(text);
  const plain = digits ? text.replace(DIGITS, "$1-$2-$3 $4:$5:$6") : text;
  const [, day, time = "00:00:00"] = WITH_DASHES.exec(plain) ?? [];
  if (day === undefined) return null;
  const at = new Date(`${day}T${time}Z`);
  // 31 April is no day, although a `Date` takes it for one.
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day) ? { day, time } : null;
}

/** The calendar day that a time of the gateway's names, `YYYY-MM-DD`; null when it names none. */
export const dayIn = (text: string): string | null => readWall(text.trim())?.day ?? null;

/** The moment, ISO 8601; null when the text is no time. */
export function momentIn(text: string, timeZone: string): string | null {
  const wall = readWall(text.trim());
  if (wall === null) return null;
  const asUtc = Date.parse(`${wall.day}T${wall.time}Z`);
  const guess = asUtc - offsetAt(asUtc, timeZone);
  return new Date(asUtc - offsetAt(guess, timeZone)).toISOString();
}

/** How far the zone's clocks are ahead of UTC at a moment, in ms. */
function offsetAt(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat("en-GB", { ...FIELDS, timeZone }).formatToParts(new Date(at));
  const part = (name: string): string => parts.find(({ type }) => type === name)?.value ?? "";
  const shown = `${part("year")}-${part("month")}-${part("day")}T${part("hour")}:${part("minute")}:${part("second")}Z`;
  return Date.parse(shown) - Math.floor(at / 1_000) * 1_000;
}

const FIELDS = {
  hourCycle: "h23",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
} as const;
