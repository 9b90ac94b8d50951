import { builtInReadings, profileConfidence, signingConfidence } from "./default-confidence";
import type { EffectiveOption } from "./effective-options";
import { effectiveOptions } from "./effective-options";
import type { GatewayAccount } from "../gateway/model/account";
import { signedOperations } from "../gateway/model/profile";
import { defaultSignedFields } from "../gateway/signing/signing";

/**
 * Every point that the gateway's interface leaves open, for display: the value in effect for an account, where it came
 * from, and our confidence that the gateway agrees with the default. Contains no secret.
 */
export interface OpenAssumption {
  /** The path below the account's `profile`; for a built-in code that no option changes, the code on the wire. */
  readonly path: string;
  readonly value: string;
  readonly source: EffectiveOption["source"] | "built in";
  /** 0 to 1, several where the values differ; null: our own choice, or the interface states it. */
  readonly confidence: string | null;
}

/** `raw`: the options as configured, already accepted by `parseOptions`. */
export function openAssumptions(raw: unknown, { key, profile }: GatewayAccount): readonly OpenAssumption[] {
  const start = `accounts.${key}.profile.`;
  const options = new Map(
    effectiveOptions(raw).flatMap(({ path, ...rest }) =>
      path.startsWith(start) ? [[path.slice(start.length), rest] as const] : [],
    ),
  );
  const own = Object.entries(profileConfidence).filter(([path]) => path !== "signing.fields");
  const lists = profile.signing.fields;
  return [
    ...own.map(([path, confidence]) => ({
      path,
      value: options.get(path)?.value ?? "none",
      source: options.get(path)?.source ?? ("default" as const),
      confidence,
    })),
    ...signedOperations.map((operation) => ({
      path: `signing.fields.${operation}`,
      value: (lists[operation] ?? defaultSignedFields[operation]).join(" "),
      source: lists[operation] ? ("set" as const) : ("default" as const),
      confidence: signingConfidence[operation],
    })),
    ...builtInReadings.map(({ code, reading, confidence }) => ({
      path: code,
      value: reading,
      source: "built in" as const,
      confidence,
    })),
  ];
}
