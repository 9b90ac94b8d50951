/** The SHA-256 of the first tarball, and what differs in the second, one line each; empty for equal bytes. */
export function compareTarballs(
  firstFile: string,
  secondFile: string,
): { readonly hash: string; readonly differences: readonly string[] };
