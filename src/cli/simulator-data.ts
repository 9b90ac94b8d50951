import { existsSync, mkdirSync, renameSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";

/** `medusa develop` restarts when a file in the store's folder changes, so the data is where it does not watch. */
const CONFIGS = ["ts", "js", "mjs", "cjs"].map((ending) => `medusa-config.${ending}`);
/** What `medusa develop` of 2.21 ignores, beside names that start with a dot. */
const UNWATCHED = ["node_modules", "dist", "static", "private", join("src", "admin")];

export interface BooksPlace {
  readonly file: string;
  /** One line for the developer; null if the file is at the requested place. */
  readonly note: string | null;
}

/** The place for the requested file; existing data at a watched place is moved. */
export function placeForBooks(asked: string, folder: string): BooksPlace {
  const wanted = resolve(folder, asked);
  const store = storeAbove(dirname(wanted));
  if (store === null || !isWatched(relative(store, wanted))) return { file: wanted, note: null };
  const file = join(store, ".medusa", "simulator", basename(wanted));
  mkdirSync(dirname(file), { recursive: true });
  if (existsSync(wanted) && !existsSync(file)) renameSync(wanted, file);
  return {
    file,
    note: `data is kept in ${relative(folder, file)}: medusa develop restarts the store when ${asked} changes`,
  };
}

const isWatched = (path: string): boolean =>
  !path.split(sep).some((step) => step.startsWith(".")) &&
  !UNWATCHED.some((folder) => path === folder || path.startsWith(folder + sep));

function storeAbove(folder: string): string | null {
  if (CONFIGS.some((name) => existsSync(join(folder, name)))) return folder;
  const above = dirname(folder);
  return above === folder ? null : storeAbove(above);
}
