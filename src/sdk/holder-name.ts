/** Splits "Name on card" into the two fields that the gateway requires. Nothing is validated. */
export interface HolderName {
  readonly firstName: string;
  readonly lastName: string;
}

/** Start a last name of several words: `Ludwig van Beethoven`, `Ana de la Cruz`. */
const PARTICLES = new Set(
  "af al ap av ben bin da dal das de del della den der des di do dos du el ibn la le lo of ten ter van vom von y zu zum zur".split(
    " ",
  ),
);

/**
 * The last word with preceding particles is the last name: `Ada Lovelace`, `LUDWIG VAN BEETHOVEN`. A comma decides:
 * `Lovelace, Ada`. A single word is used for both, as the gateway requires both.
 */
export function splitHolderName(name: string): HolderName {
  const [before = "", ...after] = name.split(",").map(tidy);
  const behind = tidy(after.join(" "));
  if (before !== "" && behind !== "") return { firstName: behind, lastName: before };
  const words = tidy(name.replaceAll(",", " ")).split(" ");
  let start = words.length - 1;
  while (start > 1 && PARTICLES.has((words[start - 1] ?? "").toLowerCase())) start -= 1;
  const lastName = words.slice(start).join(" ");
  return { firstName: words.slice(0, start).join(" ") || lastName, lastName };
}

const tidy = (text: string): string => text.trim().replace(/\s+/g, " ");
