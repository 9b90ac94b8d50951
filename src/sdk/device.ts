/// <reference lib="dom" />
import type { DeviceInput } from "../contract/store";

/** What the browser says of itself, for the gateway's risk check; nothing is stored on the device. */
export function collectDevice(): DeviceInput {
  if (typeof navigator === "undefined" || typeof screen === "undefined") return {};
  const hours = -new Date().getTimezoneOffset() / 60;
  return {
    os: nameOf(navigator.userAgent, [/Windows/, /Android/, /iPhone|iPad/, /Mac OS X/, /Linux/]),
    browser: nameOf(navigator.userAgent, [/Edg/, /Firefox/, /Chrome/, /Safari/]),
    language: navigator.language,
    time_zone: String(hours),
    resolution: `${String(screen.width)}x${String(screen.height)}`,
    color_depth: String(screen.colorDepth),
    type: /Mobi|Android|iPhone/.test(navigator.userAgent) ? "MOBILE" : "PC",
  };
}

const nameOf = (userAgent: string, patterns: readonly RegExp[]): string | null =>
  patterns.map((pattern) => pattern.exec(userAgent)?.[0]).find((name) => name !== undefined) ?? null;
