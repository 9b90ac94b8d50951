/** Colours of the payment page from the shop's options, always readable: WCAG's contrast decides. */
type Rgb = readonly [number, number, number];

const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];
const LIGHT_SURFACE: Rgb = WHITE;
const DARK_SURFACE: Rgb = [31, 35, 41];
/** WCAG 1.4.11, for outlines and controls. */
const LEAST = 3;

export interface PageColors {
  readonly background: string;
  readonly onBackground: string;
  readonly accent: Readonly<Record<"light" | "dark", string>>;
  readonly onAccent: Readonly<Record<"light" | "dark", string>>;
}

export function pageColors({
  accent,
  background,
}: {
  readonly accent: string;
  readonly background: string;
}): PageColors {
  const light = visibleOn(LIGHT_SURFACE, { color: rgbOf(accent), towards: BLACK });
  const dark = visibleOn(DARK_SURFACE, { color: rgbOf(accent), towards: WHITE });
  return {
    background: background.toLowerCase(),
    onBackground: textOn(rgbOf(background)),
    accent: { light: hexOf(light), dark: hexOf(dark) },
    onAccent: { light: textOn(light), dark: textOn(dark) },
  };
}

const rgbOf = (hex: string): Rgb => {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};

const hexOf = (color: Rgb): string => `#${color.map((part) => part.toString(16).padStart(2, "0")).join("")}`;

/** Black or white always has a contrast of at least 4.5 on any colour. */
const textOn = (color: Rgb): string => (contrast(color, WHITE) >= contrast(color, BLACK) ? hexOf(WHITE) : hexOf(BLACK));

function visibleOn(surface: Rgb, { color, towards }: { readonly color: Rgb; readonly towards: Rgb }): Rgb {
  const steps = Array.from({ length: 11 }, (_, step) => mixed(color, towards, step / 10));
  return steps.find((each) => contrast(each, surface) >= LEAST) ?? towards;
}

function mixed([r, g, b]: Rgb, [r2, g2, b2]: Rgb, part: number): Rgb {
  const mix = (one: number, other: number): number => Math.round(one + (other - one) * part);
  return [mix(r, r2), mix(g, g2), mix(b, b2)];
}

function contrast(one: Rgb, other: Rgb): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function luminance([r, g, b]: Rgb): number {
  const linear = (part: number): number =>
    part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4;
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}
