/** For what the compiler has proven cannot be; of an answer of a newer server it says so. */
export function assertNever(value: never): never {
  throw new Error(`Not one of the known values: ${String(value)}`);
}
