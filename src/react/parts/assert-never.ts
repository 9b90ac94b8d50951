/** For cases excluded by the compiler; throws if a newer server sends an unknown value. */
export function assertNever(value: never): never {
  throw new Error(`Not one of the known values: ${String(value)}`);
}
