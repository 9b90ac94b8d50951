import type { MedusaContainer } from "@medusajs/framework/types";

/** One line of an import file, and what became of it. */
export const importKinds = ["cards", "authorisations", "subscriptions"] as const;
export type ImportKind = (typeof importKinds)[number];

export interface RawRecord {
  /** As in an editor, from 1. */
  readonly line: number;
  /** By column or key; empty ones are left out. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The line could not be read at all. */
  readonly problem?: LineProblem;
}

export interface LineProblem {
  /** The column, or null if it is about the whole line. */
  readonly field: string | null;
  readonly problem: string;
  readonly fix: string;
}

export interface LineResult {
  readonly record: RawRecord;
  readonly outcome: "imported" | "present" | "rejected";
  readonly problem: LineProblem | null;
  /** What the importer should know although the line was imported. */
  readonly notes: readonly string[];
  /** A card number may be in it: nothing of the line is written anywhere. */
  readonly isSecret: boolean;
}

export type Judged = Omit<LineResult, "record" | "isSecret">;

export interface ImportContext {
  readonly container: MedusaContainer;
  /** Of lines that name none. */
  readonly account: string | null;
  /** Nothing is written; the gateway is queried all the same. */
  readonly isDry: boolean;
  readonly actorId: string;
}

export const imported = (...notes: readonly string[]): Judged => ({ outcome: "imported", problem: null, notes });
export const alreadyPresent = (...notes: readonly string[]): Judged => ({ outcome: "present", problem: null, notes });
export const rejected = (field: string | null, problem: string, fix: string): Judged => ({
  outcome: "rejected",
  problem: { field, problem, fix },
  notes: [],
});
