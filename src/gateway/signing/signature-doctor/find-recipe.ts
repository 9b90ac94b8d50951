/*
 * Tries every recipe that the options can say on one captured message, the likeliest first, until one gives the
 * signature that the message carries. Offline, and the key is in no answer. Recipes that a single
 * message cannot distinguish are all reported.
 */

import { Signing } from "../../model/signing-profile";
import type { GatewayProfile, SignedOperation } from "../../model/profile";
import { defaultSignedFields, sign, verify } from "../signing";
import { candidates } from "./candidates";
import type { SignedSample } from "./sample";

type Recipe = GatewayProfile["signing"];

export interface FoundRecipe {
  readonly kind: "found";
  readonly operation: SignedOperation;
  /** Which of the given keys, counted from 1. */
  readonly keyNumber: number;
  readonly fields: readonly string[];
  readonly recipe: Pick<Recipe, "preset" | "whitespace" | "keyPosition" | "case">;
  /** The options that make this recipe: only what differs from our defaults. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Options for which this message would verify with another value too. */
  readonly undecided: readonly string[];
  readonly tried: number;
}

export type RecipeSearch = FoundRecipe | { readonly kind: "none"; readonly reason: string; readonly tried: number };

const DEFAULTS = Signing.parse({});
const PRESETS = ["concat", "hmac-sha256", "sorted-values", "sorted-json"] as const;
const SPACES = ["strip-all", "trim", "none"] as const;
const POSITIONS = ["last", "first", "both"] as const;

type Shape = Pick<Recipe, "preset" | "whitespace" | "keyPosition">;

export function findRecipe(sample: SignedSample, keys: readonly string[]): RecipeSearch {
  const digest = sample.signature;
  if (!/^[0-9a-fA-F]{64}$/.test(digest)) return { kind: "none", reason: wrongKind(digest), tried: 0 };
  let tried = 0;
  for (const operation of sample.operations) {
    const found = searchOperation(sample, operation, keys);
    tried += found.tried;
    if (found.kind === "found") return { ...found, tried };
  }
  return { kind: "none", reason: NONE, tried };
}

const NONE =
  "No recipe that the options can express gives this signature. Check that the key belongs to this account, that the " +
  "sample is complete and unchanged, and the message type (--operation). If all of that is correct, ask the " +
  "gateway for its recipe and write it as a function: profile.signing.sign.";

const DIGESTS: Readonly<Record<number, string>> = { 32: "MD5", 40: "SHA-1", 96: "SHA-384", 128: "SHA-512" };

function wrongKind(digest: string): string {
  const like = /^[0-9a-fA-F]+$/.test(digest) ? DIGESTS[digest.length] : undefined;
  const what = like
    ? `; it looks like ${like}`
    : /^[A-Za-z0-9+/_-]{43}=?$/.test(digest)
      ? "; it looks like base64"
      : "";
  return `The signature is not a SHA-256 digest of 64 hex digits${what}. Write the recipe as a function: profile.signing.sign.`;
}

function searchOperation(
  sample: SignedSample,
  operation: SignedOperation,
  keys: readonly string[],
): FoundRecipe | { readonly kind: "none"; readonly tried: number } {
  const given = sample.signature.toLowerCase();
  const { shapes, values } = shapesFor(sample);
  const isFilled = (name: string): boolean => (sample.values[name] ?? "") !== "";
  let tried = 0;
  for (const { fields, isNewSet } of candidates({ operation, available: nameable(operation, sample), isFilled })) {
    for (const shape of shapes) {
      if (!isNewSet && shape.preset.startsWith("sorted")) continue;
      const recipe = { ...DEFAULTS, ...shape, whitespace: "none" as const, fields: { [operation]: [...fields] } };
      for (const [index, key] of keys.entries()) {
        tried += 1;
        if (sign(recipe, operation, values[shape.whitespace], key) !== given) continue;
        return {
          ...describe({ sample, operation, fields, shape, key, shapes: allShapes() }),
          keyNumber: index + 1,
          tried,
        };
      }
    }
  }
  return { kind: "none", tried };
}

function allShapes(): readonly Shape[] {
  return PRESETS.flatMap((preset) =>
    SPACES.flatMap((whitespace) =>
      (preset === "hmac-sha256" ? ["last" as const] : POSITIONS).map((keyPosition) => ({
        preset,
        whitespace,
        keyPosition,
      })),
    ),
  );
}

/** Without the ways to treat white space that make no difference in this message; the values cleaned once for each. */
function shapesFor({ values }: SignedSample): {
  readonly shapes: readonly Shape[];
  readonly values: Readonly<Record<Shape["whitespace"], Readonly<Record<string, string>>>>;
} {
  const map = (clean: (text: string) => string): Record<string, string> =>
    Object.fromEntries(Object.entries(values).map(([name, text]) => [name, clean(text)]));
  const cleaned = {
    "strip-all": map((text) => text.replace(/\s+/gu, "")),
    trim: map((text) => text.trim()),
    none: values,
  };
  const isSame = (a: Shape["whitespace"], b: Shape["whitespace"]): boolean =>
    Object.keys(values).every((name) => cleaned[a][name] === cleaned[b][name]);
  const spaces = SPACES.filter((space, index) => !SPACES.slice(0, index).some((earlier) => isSame(earlier, space)));
  return { shapes: allShapes().filter(({ whitespace }) => spaces.includes(whitespace)), values: cleaned };
}

/** Only these reach the signature of an operation, so only these can be listed for it. */
function nameable(operation: SignedOperation, { values }: SignedSample): readonly string[] {
  const isOpen = ["authorise", "authoriseToken", "authoriseApm", "checkout", "authoriseResponse"].includes(operation);
  const known = defaultSignedFields[operation === "payoutResponse" ? "payoutNotification" : operation];
  return Object.keys(values).filter((name) => isOpen || known.includes(name));
}

interface Match {
  readonly sample: SignedSample;
  readonly operation: SignedOperation;
  readonly fields: readonly string[];
  readonly shape: Shape;
  readonly key: string;
  readonly shapes: readonly Shape[];
}

function describe({ sample, operation, fields, shape, key, shapes }: Match): Omit<FoundRecipe, "keyNumber" | "tried"> {
  const isUpper = sample.signature === sample.signature.toUpperCase() && /[A-F]/.test(sample.signature);
  const recipe = { ...shape, case: isUpper ? ("upper" as const) : ("lower" as const) };
  const isOurList = fields.join() === defaultSignedFields[operation].join();
  const verifies = (other: Shape): boolean =>
    verify({ ...DEFAULTS, ...other, fields: { [operation]: [...fields] } }, operation, sample.values, {
      signature: sample.signature,
      keys: [key],
    }) === "matched";
  const differsOnlyIn = (name: keyof Shape, other: Shape): boolean =>
    (["preset", "whitespace", "keyPosition"] as const).every(
      (each) => (other[each] === shape[each]) !== (each === name),
    );
  const undecided = (["preset", "whitespace", "keyPosition"] as const).filter((name) =>
    shapes.some((other) => differsOnlyIn(name, other) && verifies(other)),
  );
  return {
    kind: "found",
    operation,
    fields,
    recipe,
    options: {
      ...(shape.preset !== DEFAULTS.preset && { preset: shape.preset }),
      ...(shape.whitespace !== DEFAULTS.whitespace && { whitespace: shape.whitespace }),
      ...(shape.keyPosition !== DEFAULTS.keyPosition && { keyPosition: shape.keyPosition }),
      ...(recipe.case !== DEFAULTS.case && { case: recipe.case }),
      ...(!isOurList && { fields: { [operation]: fields } }),
    },
    undecided,
  };
}
