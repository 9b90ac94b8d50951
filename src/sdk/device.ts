/// <reference lib="dom" />
import type { DeviceInput } from "../api-schema/store-payment-choice";

/** Device data for the gateway's risk check. Nothing is stored on the device. */
export interface BrowserView {
  readonly userAgent: string;
  readonly language: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly colorDepth: number;
  /** Minutes behind UTC, as in `Date.getTimezoneOffset`. */
  readonly offsetMinutes: number;
  /** Pixels of the viewport. */
  readonly windowWidth: number;
}

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/Windows/, "Windows"],
  [/Android/, "Android"],
  [/iPhone|iPad/, "iOS"],
  [/Mac OS X/, "macOS"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
];

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg(e|A|iOS)?\//, "Edge"],
  [/OPR\//, "Opera"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
];

/** Data of this browser; empty on a server. */
export function collectDevice(): DeviceInput {
  if (typeof navigator === "undefined" || typeof screen === "undefined") return {};
  return deviceOf({
    userAgent: navigator.userAgent,
    language: navigator.language,
    width: screen.width,
    height: screen.height,
    colorDepth: screen.colorDepth,
    offsetMinutes: new Date().getTimezoneOffset(),
    windowWidth: typeof innerWidth === "number" ? innerWidth : screen.width,
  });
}

/** The same from given values. Lengths stay within the server's limits, so that a payment never fails on them. */
export function deviceOf(view: BrowserView): DeviceInput {
  return {
    os: nameOf(view.userAgent, SYSTEMS),
    browser: nameOf(view.userAgent, BROWSERS),
    language: view.language.slice(0, 20),
    time_zone: String(-view.offsetMinutes / 60 || 0).slice(0, 8),
    resolution: `${String(view.width)}x${String(view.height)}`.slice(0, 20),
    color_depth: String(view.colorDepth).slice(0, 8),
    challenge_window_size: challengeWindow(view.windowWidth),
    type: /Mobi|Android|iPhone/.test(view.userAgent) ? "MOBILE" : "PC",
  };
}

/** A 3-D Secure window that fits a phone; full page from tablets on. */
function challengeWindow(width: number): NonNullable<DeviceInput["challenge_window_size"]> {
  if (width < 390) return "01";
  if (width < 500) return "02";
  return width < 600 ? "03" : "05";
}

const nameOf = (userAgent: string, names: readonly (readonly [RegExp, string])[]): string | null =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null;
