import type { Owed } from "../react/payment/part-amount";
import type { Texts } from "../sdk";

/** What the server wrote into the page for its script. */
export interface PayPageConfig {
  readonly link: string;
  readonly publishableKey: string;
  readonly returnTo: string;
  readonly amount: string;
  readonly owed: Owed;
  readonly isFramed: boolean;
  readonly texts: Texts;
}

const TEXTS = ["link", "publishableKey", "returnTo", "amount"];

function isConfig(value: unknown): value is PayPageConfig {
  if (typeof value !== "object" || value === null || !("texts" in value)) return false;
  const isObject = (name: string): boolean => typeof entries.get(name) === "object";
  const entries = new Map<string, unknown>(Object.entries(value));
  return TEXTS.every((name) => typeof entries.get(name) === "string") && ["owed", "texts"].every(isObject);
}

/** Throws for anything but what our server writes. */
export function readConfig(text: string | undefined): PayPageConfig {
  const value: unknown = JSON.parse(text ?? "null");
  if (isConfig(value)) return value;
  throw new TypeError("The page's configuration is missing.");
}
