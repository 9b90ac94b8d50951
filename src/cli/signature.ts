import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { CodecError } from "../gateway/model/errors";
import type { SignedOperation } from "../gateway/model/profile";
import { GatewayProfile, signedOperations } from "../gateway/model/profile";
import { findRecipe, readSample } from "../gateway/signing/signature-doctor";
import type { FieldForm, FoundRecipe, RecipeSearch } from "../gateway/signing/signature-doctor";
import { CommandError, runCommand, UsageError } from "./command";
import { readBytes } from "./read-bytes";

export const HELP = `medusa-payment-acquiring signature [options] FILE

Takes a captured message (a request, a response or a notification: form, JSON or
XML; "-" reads standard input) and your key, tries the recipes that the options can
express, most likely first, and prints the one that matches, as options to paste into
the account. It needs no network and no store, and never prints the key.

  --key-env NAME       the environment variable with the key (default
                       ACQUIRING_SIGNING_KEY); can be repeated
  --key-file FILE      a file with the key in its first line
  --operation NAME     the kind of message, if it is not recognised
  --merchant-id N      for a message that does not contain them
  --account-id N
  --json               print JSON
  --help               show this help

Exit codes: 0 a recipe was found, 1 none matches, 2 invalid usage.`;

const OPTIONS = {
  "key-env": { type: "string", multiple: true },
  "key-file": { type: "string", multiple: true },
  operation: { type: "string" },
  "merchant-id": { type: "string" },
  "account-id": { type: "string" },
  json: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

const read = (args: string[]) => parseArgs({ args, options: OPTIONS, strict: true, allowPositionals: true });

type Values = ReturnType<typeof read>["values"];

export async function run(argv: readonly string[]): Promise<number> {
  return runCommand(argv, { help: HELP, read }, ({ values, positionals }) => find(values, positionals));
}

async function find(values: Values, [file, ...more]: readonly string[]): Promise<number> {
  if (file === undefined || more.length > 0) throw new UsageError("Give one file with the captured message.");
  const operation = values.operation === undefined ? null : signedOperations.find((name) => name === values.operation);
  if (operation === undefined) throw new UsageError(`--operation takes one of ${signedOperations.join(", ")}.`);
  const keys = await readKeys(values["key-env"], values["key-file"]);
  const sample = readMessage(await readBytes(file), operation, values);
  const found = findRecipe(sample, keys);
  const result = found.kind === "found" ? tell(found) : `${found.reason} (${String(found.tried)} tried)`;
  if (values.json) console.log(JSON.stringify({ ...found, forms: sample.forms }, null, 2));
  else console.log([result, ...tellForms(sample.forms), ...tellOthers(found, sample.operations)].join("\n"));
  return found.kind === "found" ? 0 : 1;
}

function readMessage(body: Buffer, operation: SignedOperation | null, values: Values): ReturnType<typeof readSample> {
  const { fields } = GatewayProfile.parse({}).notify;
  const account = { merchantId: values["merchant-id"] ?? null, accountId: values["account-id"] ?? null };
  try {
    return readSample({ body, fields, operation, account });
  } catch (error) {
    // Its errors are in our own words and contain nothing of it.
    throw error instanceof CodecError ? new CommandError(error.message) : error;
  }
}

async function readKeys(
  names: readonly string[] | undefined,
  files: readonly string[] | undefined,
): Promise<readonly string[]> {
  const keys: string[] = [];
  for (const name of names ?? (files ? [] : ["ACQUIRING_SIGNING_KEY"])) {
    const key = process.env[name];
    if (!key) throw new UsageError(`The environment variable ${name} contains no key; set it, or use --key-file.`);
    keys.push(key);
  }
  for (const file of files ?? []) {
    const [key = ""] = (await readFile(file, "utf8")).split(/\r?\n/);
    if (key === "") throw new UsageError("The first line of the key file is empty.");
    keys.push(key);
  }
  return keys;
}

function tell({ operation, keyNumber, options, undecided, fields, tried }: FoundRecipe): string {
  const paste = Object.entries(options).map(([name, value]) => `    ${name}: ${JSON.stringify(value)},`);
  return [
    `Found after ${String(tried)} of the recipes: ${operation}, signed with key ${String(keyNumber)}.`,
    `Fields: ${fields.join(" ")}`,
    "",
    ...(paste.length === 0
      ? ["The default options create this signature: nothing needs to be set."]
      : ["Add to the account:", "", "profile: {", "  signing: {", ...paste, "  },", "},"]),
    ...(undecided.length === 0
      ? []
      : [
          "",
          `This message would also match with another ${undecided.join(" and ")}: test a second one, with spaces in a value.`,
        ]),
  ].join("\n");
}

/** Each field whose form differs from the interface: it is read anyway, and needs no option. */
const tellForms = (forms: readonly FieldForm[]): readonly string[] =>
  forms.length === 0
    ? []
    : [
        "",
        "Fields in a different form than in the interface (they are supported; nothing needs to be set):",
        ...forms.map(({ field, form }) => `  ${field}: ${form}`),
      ];

/** Other possible message types: the recipe then belongs under that operation's name. */
const tellOthers = (found: RecipeSearch, operations: readonly SignedOperation[]): readonly string[] => {
  const others = operations.filter((name) => found.kind === "found" && name !== found.operation);
  return others.length === 0
    ? []
    : ["", `If it is another kind of message, repeat with --operation ${others.join(" or ")}.`];
};
