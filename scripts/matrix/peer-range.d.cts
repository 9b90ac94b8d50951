export function peerRange(passed: readonly string[]): string;
