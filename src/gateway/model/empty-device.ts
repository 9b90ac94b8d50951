import type { Device } from "./payment-request";

/** Nothing is known of the customer's browser, or there is none. */
export const EMPTY_DEVICE: Device = {
  os: null,
  browser: null,
  language: null,
  timeZone: null,
  resolution: null,
  colorDepth: null,
  accept: null,
  userAgent: null,
  type: null,
  fingerprint: null,
  sessionId: null,
  challengeWindowSize: null,
};
