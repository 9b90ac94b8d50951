import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { MedusaError } from "@medusajs/framework/utils";

/** The payment page's script and stylesheet, as `npm run build` wrote them, each under a name with its hash. */
const FOLDER = ".medusa/page";
const FILES = { script: "pay.js", style: "pay.css" } as const;
const TYPES = { script: "text/javascript; charset=utf-8", style: "text/css; charset=utf-8" } as const;

export interface PageFile {
  /** `pay.<hash>.js` */
  readonly name: string;
  readonly type: string;
  readonly integrity: string;
  readonly bytes: Buffer;
}

export type PageFiles = Readonly<Record<keyof typeof FILES, PageFile>>;

let files: PageFiles | null = null;

/** Read with the first request and kept. Throws if the package was not built. */
export function pageFiles(): PageFiles {
  files ??= { script: readPageFile("script"), style: readPageFile("style") };
  return files;
}

export const pageFileNamed = (name: string): PageFile | undefined =>
  Object.values(pageFiles()).find((file) => file.name === name);

function readPageFile(kind: keyof typeof FILES): PageFile {
  const bytes = readFileSync(join(builtFolder(), FILES[kind]));
  const digest = createHash("sha384").update(bytes).digest();
  const [stem, extension] = FILES[kind].split(".");
  return {
    name: `${stem ?? ""}.${digest.toString("hex").slice(0, 16)}.${extension ?? ""}`,
    type: TYPES[kind],
    integrity: `sha384-${digest.toString("base64")}`,
    bytes,
  };
}

/** In the package it is beside the server's code; in this repository's demo, above its build. */
function builtFolder(): string {
  for (let folder = __dirname; folder !== dirname(folder); folder = dirname(folder)) {
    const found = join(folder, FOLDER);
    if (existsSync(join(found, FILES.script))) return found;
  }
  throw new MedusaError(
    MedusaError.Types.NOT_FOUND,
    "The payment page's files are missing: the package is incomplete.",
  );
}
