import type { Statement } from "typescript";

/** The declarations of type files that `entries` need, by file. */
export function shakeTypes(files: {
  /** Content by absolute path. */
  readonly texts: ReadonlyMap<string, string>;
  readonly entries: readonly string[];
  /** Whether a statement of an entry is needed by itself. */
  readonly isEntryStatement: (statement: Statement) => boolean;
  /** Whether the file keeps its comments. */
  readonly isDocumented: (file: string) => boolean;
}): Map<string, string>;
