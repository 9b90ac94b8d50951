import type { FieldProblem } from "../../api-schema/admin";
import { RequestRefusal } from "./client";

/** What is wrong with a form, by the field's path; one sentence for each. Pure. */
export type Problems = Readonly<Record<string, string>>;

export const NONE: Problems = {};

/** The first that is said about a field counts. */
export const byPath = (fields: readonly FieldProblem[]): Problems =>
  Object.fromEntries([...fields].reverse().map(({ path, message }) => [path, message]));

/** What the server said about fields; nothing when it refused for another reason, or did not answer. */
export const problemsOf = (error: unknown): Problems => (error instanceof RequestRefusal ? byPath(error.fields) : NONE);

/** A field that is typed into is not scolded any more until it is looked at again. */
export const without = (problems: Problems, path: string): Problems =>
  Object.fromEntries(Object.entries(problems).filter(([name]) => name !== path));

/** Problems of fields that the form does not show: said above it. */
export const elsewhere = (problems: Problems, shown: readonly string[]): readonly FieldProblem[] =>
  Object.entries(problems).flatMap(([path, message]) => (shown.includes(path) ? [] : [{ path, message }]));
