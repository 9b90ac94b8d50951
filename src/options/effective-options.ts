import { z } from "@medusajs/framework/zod";
import { unwrapped } from "./nearest-option";
import { Options, withoutMedusaKeys } from "./options";

/**
 * Every option in effect, for display: its path, its value as text, and whether it was configured or is the default.
 * Secrets and functions are shown without their value. Paths of accounts carry the account's key.
 */
export interface EffectiveOption {
  readonly path: string;
  readonly value: string;
  readonly source: "set" | "default";
  readonly secret: boolean;
}

/** Every option whose name matches is treated as a secret; `createSecrets` wraps the only secrets of today. */
const SECRET = /(signingKeys|encryptionKeys|secret|password|privateKey|apiKey)$/i;
const LONGEST = 500;

/** `raw`: the options as configured, already accepted by `parseOptions`. */
export function effectiveOptions(raw: unknown): readonly EffectiveOption[] {
  const written = withoutMedusaKeys(raw);
  const parsed = Options.safeParse(written);
  return parsed.success ? walk({ schema: Options, path: "", written, value: parsed.data }) : [];
}

interface Place {
  readonly schema: unknown;
  readonly path: string;
  readonly written: unknown;
  readonly value: unknown;
}

function walk(place: Place): EffectiveOption[] {
  const schema = unwrapped(place.schema);
  if (schema instanceof z.ZodObject) {
    const shape: Readonly<Record<string, unknown>> = schema.shape;
    return Object.entries(shape).flatMap(([name, part]) => walk(child(place, name, part)));
  }
  // Only the map of accounts is expanded; other maps are values.
  if (schema instanceof z.ZodRecord && unwrapped(schema.valueType) instanceof z.ZodObject) {
    return Object.keys(asRecord(place.value)).flatMap((name) => walk(child(place, name, schema.valueType)));
  }
  return place.value === undefined ? [] : [leaf(place)];
}

const child = ({ path, written, value }: Place, name: string, schema: unknown): Place => ({
  schema,
  path: path === "" ? name : `${path}.${name}`,
  written: asRecord(written)[name],
  value: asRecord(value)[name],
});

const asRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};

function leaf({ path, written, value }: Place): EffectiveOption {
  const secret = SECRET.test(path);
  return {
    path,
    value: secret ? "" : textOf(value),
    source: written === undefined ? "default" : "set",
    secret,
  };
}

function textOf(value: unknown): string {
  if (typeof value === "function") return "a function";
  if (typeof value === "string") return value.slice(0, LONGEST);
  const text = JSON.stringify(value, (name, part: unknown) =>
    SECRET.test(name)
      ? "[redacted]"
      : typeof part === "function"
        ? "a function"
        : typeof part === "bigint"
          ? part.toString()
          : part,
  );
  return text.slice(0, LONGEST);
}
