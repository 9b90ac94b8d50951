import { z } from "@medusajs/framework/zod";
import { profileConfidence } from "../src/options/default-confidence";
import { Options } from "../src/options/options";

/**
 * docs/options.md from the schema of the options: names, allowed values, defaults, and our confidence in them. `npm run
 * options` writes it; a test compares.
 */
export interface KnownOption {
  readonly path: string;
  readonly isLeaf: boolean;
  /** Undefined if there is none. */
  readonly fallback: unknown;
  /** Required if its parent is given. */
  readonly isRequired: boolean;
  /** Allowed values as text. */
  readonly values: string;
}

/** Every option of a schema, parents first. */
function optionsIn(
  schema: unknown,
  path: string,
  { fallback, isRequired = true }: Partial<KnownOption> = {},
): KnownOption[] {
  if (schema instanceof z.ZodDefault)
    return optionsIn(schema.unwrap(), path, { fallback: schema.def.defaultValue, isRequired: false });
  if (schema instanceof z.ZodPrefault || schema instanceof z.ZodOptional)
    return optionsIn(schema.unwrap(), path, { isRequired: false });
  const own = { path, isLeaf: false, fallback, isRequired, values: valuesOf(schema) };
  if (schema instanceof z.ZodObject) {
    const shape: Readonly<Record<string, unknown>> = schema.shape;
    const step = path === "" ? "" : `${path}.`;
    return [own, ...Object.entries(shape).flatMap(([name, inner]) => optionsIn(inner, step + name))];
  }
  const inside = entriesOf(schema, path);
  return inside.length > 0 ? [{ ...own, isLeaf: true }, ...inside] : [{ ...own, isLeaf: true }];
}

/** What the names of a map are, where they are not currencies. */
const NAMES: Readonly<Record<string, string>> = { accounts: "account", "staffNotifications.webhooks": "name" };

/** Options of the entries of a list or a map. */
function entriesOf(schema: unknown, path: string): KnownOption[] {
  if (schema instanceof z.ZodRecord && schema.valueType instanceof z.ZodObject)
    return optionsIn(schema.valueType, `${path}.<${NAMES[path] ?? "currency"}>`).slice(1);
  if (!(schema instanceof z.ZodArray)) return [];
  // Each entry has all options of the account.
  if (path.endsWith(".former")) return [];
  const entry: unknown = schema.element;
  const kinds: readonly unknown[] = entry instanceof z.ZodUnion ? entry.options : [entry];
  return kinds.filter((kind) => kind instanceof z.ZodObject).flatMap((kind) => optionsIn(kind, `${path}[]`).slice(1));
}

/** The schema's own description, if it has one. */
function valuesOf(schema: unknown): string {
  if (schema instanceof z.ZodType && schema.description !== undefined) return schema.description;
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault || schema instanceof z.ZodOptional)
    return valuesOf(schema.unwrap());
  if (schema instanceof z.ZodPipe) return valuesOf(schema.in);
  if (schema instanceof z.ZodBoolean) return "`true` or `false`";
  if (schema instanceof z.ZodEnum) return inOrder(schema.options.map((value) => `\`${JSON.stringify(value)}\``));
  if (schema instanceof z.ZodLiteral) return inOrder([...schema.values].map((value) => `\`${JSON.stringify(value)}\``));
  if (schema instanceof z.ZodNumber) return numberText(schema);
  if (schema instanceof z.ZodString) return "a string";
  if (schema instanceof z.ZodObject) return "an object";
  if (schema instanceof z.ZodArray) return `a list of: ${valuesOf(schema.element)}`;
  if (schema instanceof z.ZodRecord) return `a map of: ${valuesOf(schema.valueType)}`;
  if (schema instanceof z.ZodUnion) return inOrder(schema.options.map(valuesOf));
  if (schema instanceof z.ZodURL) return "a URL";
  // Only the store's functions have no schema.
  return "a function";
}

const inOrder = (texts: readonly string[]): string =>
  texts.length < 2 ? texts.join("") : `${texts.slice(0, -1).join(", ")} or ${texts.at(-1) ?? ""}`;

function numberText(schema: z.ZodNumber): string {
  const kind = schema.isInt ? "an integer" : "a number";
  const { minValue: least, maxValue: most } = schema;
  const has = (limit: number | null): limit is number => limit !== null && Math.abs(limit) < Number.MAX_SAFE_INTEGER;
  if (has(least) && has(most)) return `${kind}, ${String(least)} to ${String(most)}`;
  if (has(least)) return `${kind}, at least ${String(least)}`;
  return has(most) ? `${kind}, at most ${String(most)}` : kind;
}

export const knownOptions: readonly KnownOption[] = optionsIn(Options, "").slice(1);

const PROFILE = "accounts.<account>.profile.";
const ACCOUNT = "accounts.<account>.";

const row = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(head), row(head.map(() => "---")), ...rows.map(row)].join("\n");

const named = (path: string): string => `\`${path}\``;
const without = ({ fallback, isRequired }: KnownOption): string => {
  if (isRequired) return "required";
  return fallback === undefined ? "–" : `\`${JSON.stringify(fallback)}\``;
};

export function renderOptions(): string {
  const leaves = knownOptions.filter(({ isLeaf }) => isLeaf);
  const ofProfile = leaves.filter(({ path }) => path.startsWith(PROFILE));
  const ofAccount = leaves.filter(
    ({ path }) => path.startsWith(ACCOUNT) && !ofProfile.some((each) => each.path === path),
  );
  const ofPlugin = leaves.filter(({ path }) => !path.startsWith(ACCOUNT));
  const plain = (options: readonly KnownOption[], start: string): string =>
    table(
      ["option", "values", "default"],
      options.map((each) => [named(each.path.slice(start.length)), each.values, without(each)]),
    );
  return `# All options

Generated by \`npm run options\` from the schema; do not edit. [Configuration](configuration.md) explains each option. \`–\` means that
there is no default, or that it is derived from other options. [\`profile\`](command-line.md#profile) prints your store's current values.

## Plugin options

${plain(ofPlugin, "")}

## Account options, \`accounts.<account>\`

${plain(ofAccount, ACCOUNT)}

## Profile options, \`accounts.<account>.profile\`

The confidence, from 0 to 1, is how likely a gateway agrees with our default, where its interface leaves it open.

${table(
  ["option", "values", "default", "confidence"],
  ofProfile.map((each) => {
    const path = each.path.slice(PROFILE.length);
    return [named(path), each.values, without(each), profileConfidence[path] ?? "–"];
  }),
)}
`;
}
