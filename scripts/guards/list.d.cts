/** What list.cjs holds, as far as others read it. */
export interface Guard {
  readonly name: string;
  /** `file`: a file, or a folder whose files all count. */
  readonly patches: readonly { readonly file: string; readonly find: string; readonly replace: string }[];
  /** Components of the paths of the spec files that have to notice. */
  readonly files: readonly string[];
  /** Pattern of the test's title; without one: any test of the files. */
  readonly test?: string;
}
export const guards: readonly Guard[];
