import type { FieldProblem } from "../../api-schema/admin";
import { RequestRefusal } from "./client";

export type Problems = Readonly<Record<string, string>>;

export const NONE: Problems = {};

export const byPath = (fields: readonly FieldProblem[]): Problems =>
  Object.fromEntries([...fields].reverse().map(({ path, message }) => [path, message]));

/**
 * Field errors in the server's answer; empty for any other failure. `fields`: those of the form. Some routes name the first wrong
 * one in their sentence only: `note: …`.
 */
export function problemsOf(error: unknown, fields: readonly string[] = []): Problems {
  if (!(error instanceof RequestRefusal)) return NONE;
  if (error.fields.length > 0) return byPath(error.fields);
  const [, path, message] = /^(\w+): (.+)$/s.exec(error.message) ?? [];
  const isNamed = error.status === 400 && path !== undefined && message !== undefined && fields.includes(path);
  return isNamed ? { [path]: message } : NONE;
}

export const without = (problems: Problems, path: string): Problems =>
  Object.fromEntries(Object.entries(problems).filter(([name]) => name !== path));

/** Errors of fields that the form does not show: listed above it. */
export const elsewhere = (problems: Problems, shown: readonly string[]): readonly FieldProblem[] =>
  Object.entries(problems).flatMap(([path, message]) => (shown.includes(path) ? [] : [{ path, message }]));
