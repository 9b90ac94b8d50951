import type { z } from "@medusajs/framework/zod";
import { nearestOption } from "./nearest-option";

/**
 * Turns the errors of the options schema into sentences: which option, why, and what to write. A misspelt required
 * option is reported once, not as a missing and an unknown option. No sentence contains a configured value.
 */
export interface WrittenOptions {
  readonly schema: z.ZodType;
  readonly raw: unknown;
}

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** One sentence for each problem, in the order of the schema; misspelt names first. */
export function optionProblems(error: z.ZodError, written: WrittenOptions): readonly string[] {
  const issues = error.issues.flatMap((issue) => flat(issue, []));
  const unknown = issues.flatMap((issue) => unknownNames(issue, written));
  const meant = new Set(unknown.flatMap(({ meant }) => (meant === null ? [] : [dotted(meant)])));
  const others = issues
    .filter(({ code, path }) => !isAboutNames(code) && !meant.has(dotted(path)))
    .map((issue) => sentenceOf(issue, written.raw));
  return [...unknown.map(({ sentence }) => sentence), ...others];
}

/** Of a union, the variant that was meant; the errors of the other variants only say that the value is not theirs. */
function flat(issue: Issue, base: Path): Issue[] {
  const path = [...base, ...issue.path];
  if (issue.code !== "invalid_union") return [{ ...issue, path }];
  const tried = issue.errors.find((each) => !each.some(({ code, path: at }) => code === "invalid_type" && !at.length));
  return tried ? tried.flatMap((each) => flat(each, path)) : [{ ...issue, path }];
}

const isAboutNames = (code: string): boolean => code === "unrecognized_keys" || code === "invalid_key";

interface UnknownName {
  readonly meant: Path | null;
  readonly sentence: string;
}

function unknownNames(issue: Issue, { schema, raw }: WrittenOptions): readonly UnknownName[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((name) => unknownName(schema, { raw, path: issue.path, name }));
  }
  if (issue.code !== "invalid_key") return [];
  const [inner] = issue.issues;
  if (inner?.code === "invalid_value") {
    return [unknownName(schema, { raw, path: issue.path.slice(0, -1), name: String(issue.path.at(-1)) })];
  }
  return [{ meant: null, sentence: named(issue.path, asSentence(inner?.message ?? issue.message)) }];
}

function unknownName(
  schema: z.ZodType,
  { raw, path, name }: { readonly raw: unknown; readonly path: Path; readonly name: string },
): UnknownName {
  const place = asRecord(valueAt(raw, path));
  const beside = Object.keys(place).filter((each) => each !== name && place[each] !== undefined);
  const meant = nearestOption(schema, { path, name, beside });
  const wrong = dotted([...path, name]);
  const advice = meant === null ? "check its spelling or remove it." : `did you mean "${dotted(meant)}"?`;
  return { meant, sentence: `${SUBJECT}there is no option "${wrong}"; ${advice}` };
}

const SUBJECT = "medusa-payment-acquiring: ";

function sentenceOf(issue: Issue, raw: unknown): string {
  const value = valueAt(raw, issue.path);
  if (issue.code !== "invalid_type") return named(issue.path, asSentence(issue.message));
  const advice = /^is missing; (.+)$/.exec(issue.message)?.[1];
  if (value === undefined || value === null) return named(issue.path, advice ? issue.message : "is missing; write it");
  if (/^must /.test(issue.message)) return named(issue.path, issue.message);
  const kind = `must be ${KINDS[issue.expected] ?? issue.expected}, not ${kindOf(value)}`;
  return named(issue.path, advice ? `${kind}; ${advice}` : `${kind}; correct it`);
}

const named = (path: Path, what: string): string =>
  path.length === 0 ? `${SUBJECT}the options: ${what}.` : `${SUBJECT}the option "${dotted(path)}" ${what}.`;

/** Our own messages begin with a verb; zod's messages are given one. */
const asSentence = (message: string): string =>
  /^(is|must|begins|has) /.test(message) ? message : `is not right (${message.replace(/\.$/, "")}); correct it`;

const KINDS: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  return KINDS[typeof value] === "true or false" ? "a boolean" : (KINDS[typeof value] ?? `a ${typeof value}`);
}

const dotted = (path: Path): string => path.map(String).join(".");

const valueAt = (raw: unknown, path: Path): unknown =>
  path.reduce<unknown>((value, step) => asRecord(value)[step], raw);

const asRecord = (value: unknown): Readonly<Record<PropertyKey, unknown>> =>
  typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};
