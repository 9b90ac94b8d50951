import type { Book } from "./book";
import type { Notifier } from "./notifier";

/** The shapes that the simulator's parts hand each other. No behaviour but reading a field. */

/** What every operation of the simulator works with. */
export interface Gateway {
  readonly merchantId: string;
  readonly accountId: string;
  /** The first signs; any of them verifies. */
  readonly signingKeys: readonly string[];
  readonly book: Book;
  readonly notifier: Notifier;
  readonly now: () => Date;
  captureMode: "manual" | "automatic";
  /** How long a pending payment and an accepted refund wait before they are decided. */
  readonly waits: { readonly pendingMs: number; readonly refundMs: number };
  readonly multipleCaptures: boolean;
}

export interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

/** What an operation did: its answer, whether anything changed, and how the answer travels. */
export interface Done {
  readonly answer: Answer;
  readonly applied: boolean;
  /** `drop`: the connection ends without an answer. */
  readonly delivery?: "answer" | "drop";
  readonly signatureOk: boolean;
  readonly orderNos: readonly string[];
}

export const json = (value: unknown, status = 200): Answer => ({
  status,
  contentType: "application/json",
  body: JSON.stringify(value),
});

export const activeKey = (gateway: Gateway): string => gateway.signingKeys[0] ?? "";

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const textOf = (fields: Fields, name: string): string => {
  const value = fields[name];
  return typeof value === "string" ? value : "";
};
