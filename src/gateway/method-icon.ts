/**
 * A neutral badge for a payment method: its first letters on a coloured tile, as
 * a `data:` address. The brands' own pictures belong to them; an owner who may
 * show one gives its address in `apm.methods`.
 */
export interface Badge {
  /** One to three letters. */
  readonly letters: string;
  /** `#rrggbb`, dark enough for white letters. */
  readonly color: string;
}

/** The size of the letters by their number, so that three still fit. */
const FONT_SIZES: Readonly<Record<number, number>> = { 1: 15, 2: 12, 3: 9 };

export function methodIcon({ letters, color }: Badge): string {
  const text = letters.replace(/[^A-Za-z0-9]/g, "").slice(0, 3);
  const size = String(FONT_SIZES[text.length] ?? 9);
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 26" width="40" height="26" aria-hidden="true">` +
    `<rect width="40" height="26" rx="4" fill="${color}"/>` +
    `<text x="20" y="13" dy=".35em" text-anchor="middle" font-family="sans-serif" font-weight="700" font-size="${size}" fill="#fff">${text}</text>` +
    `</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** For a method that we do not know: its first letter on grey. */
export const plainBadge = (name: string): Badge => ({
  letters: (/[A-Za-z0-9]/.exec(name)?.[0] ?? "P").toUpperCase(),
  color: "#4b5563",
});
