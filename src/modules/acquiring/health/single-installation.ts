import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "@medusajs/framework/zod";

/** Detects that a process loads this package twice: one copy's provider would use the other copy's ledger. */
interface Copy {
  readonly folder: string;
  readonly version: string;
}

const Manifest = z.looseObject({ name: z.string(), version: z.string() });
const Copies = z.custom<Map<string, Copy>>((value) => value instanceof Map);

/** Shared by all copies in this process. */
const MEETING_PLACE = Symbol.for("medusa-payment-acquiring/copies");
const HERE = join(__dirname, "../../..");

/** Registers this copy. Returns the problem in one sentence, or null while it is the only one. */
export function noteCopy(place: object = globalThis, folder: string = HERE): string | null {
  const found = Copies.safeParse(Reflect.get(place, MEETING_PLACE));
  const copies = found.success ? found.data : new Map<string, Copy>();
  copies.set(folder, { folder, version: versionAbove(folder) });
  Reflect.set(place, MEETING_PLACE, copies);
  return copies.size < 2 ? null : sentence([...copies.values()]);
}

function sentence(copies: readonly Copy[]): string {
  const places = copies.map(({ folder, version }) => `${version} in ${folder}`).join(" and ");
  return `medusa-payment-acquiring: the package is loaded twice (${places}). Install one version in one place, and list the plugin and the provider by the package's name.`;
}

/** Of the nearest package.json above; the folder may be in `.medusa/server`. */
function versionAbove(folder: string): string {
  for (const up of ["..", "../..", "../../.."]) {
    const version = versionIn(join(folder, up));
    if (version !== null) return version;
  }
  return "an unknown version";
}

function versionIn(folder: string): string | null {
  try {
    const read = Manifest.safeParse(JSON.parse(readFileSync(join(folder, "package.json"), "utf8")));
    return read.success && read.data.name === "medusa-payment-acquiring" ? read.data.version : null;
  } catch {
    // No readable package.json there: the next folder above may have one.
    return null;
  }
}
