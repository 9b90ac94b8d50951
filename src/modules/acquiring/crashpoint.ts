/**
 * Named places where a process may die. In production each is a no-op; a test
 * arms one with a function that kills the process, restarts it and checks that
 * no money was lost or moved twice.
 */
export type CrashpointName =
  `${"authorise" | "capture" | "void" | "refund" | "review"}:${"before-send" | "after-send"}`;

let armed: ((name: CrashpointName) => void) | null = null;

/** For tests only. Pass null to disarm. */
export function armCrashpoint(hook: ((name: CrashpointName) => void) | null): void {
  armed = hook;
}

export function crashpoint(name: CrashpointName): void {
  armed?.(name);
}
