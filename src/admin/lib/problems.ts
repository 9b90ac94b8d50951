import type { FieldProblem } from "../../api-schema/admin";
import { RequestRefusal } from "./client";

export type Problems = Readonly<Record<string, string>>;

export const NONE: Problems = {};

export const byPath = (fields: readonly FieldProblem[]): Problems =>
  Object.fromEntries([...fields].reverse().map(({ path, message }) => [path, message]));

/** Field errors in the server's answer; empty for any other failure. */
export const problemsOf = (error: unknown): Problems => (error instanceof RequestRefusal ? byPath(error.fields) : NONE);

export const without = (problems: Problems, path: string): Problems =>
  Object.fromEntries(Object.entries(problems).filter(([name]) => name !== path));

/** Errors of fields that the form does not show: listed above it. */
export const elsewhere = (problems: Problems, shown: readonly string[]): readonly FieldProblem[] =>
  Object.entries(problems).flatMap(([path, message]) => (shown.includes(path) ? [] : [{ path, message }]));
