import { inspect } from "node:util";

/** Strings that must never be printed: they show themselves as "[redacted]" to JSON, to logs and to `inspect`. */
class SecretList extends Array<string> {
  toJSON(): string {
    return "[redacted]";
  }

  override toString(): string {
    return "[redacted]";
  }

  [inspect.custom](): string {
    return "[redacted]";
  }
}

export function createSecrets(values: readonly string[]): readonly string[] {
  const secrets = new SecretList();
  secrets.push(...values);
  return secrets;
}
