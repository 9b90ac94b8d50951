import { z } from "@medusajs/framework/zod";

/**
 * Finds the option that a misspelt name was probably meant to be, from the
 * schema itself, so that a new option needs no second list. It only reads
 * schemas; what is said about it is `options.ts`'s affair.
 */
export function nearestOption(schema: z.ZodType, path: readonly PropertyKey[], name: string): string | null {
  const [best] = namesAt(schema, path)
    .map((option) => ({ option, edits: editsBetween(option.toLowerCase(), name.toLowerCase()) }))
    .sort((a, b) => a.edits - b.edits);
  // Half of the name wrong is no misspelling any more.
  return best && best.edits <= Math.max(1, Math.floor(name.length / 3)) ? best.option : null;
}

function namesAt(schema: unknown, path: readonly PropertyKey[]): string[] {
  const inner = unwrapped(schema);
  const [step, ...rest] = path;
  if (inner instanceof z.ZodObject) {
    const shape: Readonly<Record<PropertyKey, unknown>> = inner.shape;
    return step === undefined ? Object.keys(shape) : namesAt(shape[step], rest);
  }
  return inner instanceof z.ZodRecord && step !== undefined ? namesAt(inner.valueType, rest) : [];
}

/** The schema without the wrappers that say what happens when a value is missing. */
export function unwrapped(schema: unknown): unknown {
  const isWrapper =
    schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault || schema instanceof z.ZodOptional;
  return isWrapper ? unwrapped(schema.unwrap()) : schema;
}

/** Letters to insert, remove or replace between two names (Levenshtein). */
function editsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [at, letter] of [...a].entries()) {
    const next = [at + 1];
    for (const [column, other] of [...b].entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min((row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1, replaced));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
