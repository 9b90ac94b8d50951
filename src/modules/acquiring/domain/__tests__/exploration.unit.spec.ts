import type { Configuration } from "./exploration/configurations";
import { configurations } from "./exploration/configurations";
import { explore } from "./exploration/explore";
import { mutants } from "./exploration/mutants";
import { realRules } from "./exploration/rules";

/**
 * Two processes, two clocks, one payment: every interleaving up to a depth (`docs/model-tests.md`). `EXPLORE_DEPTH` sets
 * another depth for all configurations.
 */
const DEPTH = Number.parseInt(process.env["EXPLORE_DEPTH"] ?? "0", 10);
const depthOf = ({ depth }: Configuration): number => (DEPTH > 0 ? DEPTH : depth);

const HOUR = 3_600_000;

const print = (text: string): void => void process.stdout.write(`${text}\n`);

const secondsSince = (start: bigint): string => {
  const tenths = (process.hrtime.bigint() - start) / 100_000_000n;
  return `${String(tenths / 10n)}.${String(tenths % 10n)} s`;
};

describe("every interleaving of two processes up to a depth", () => {
  it.each(Object.values(configurations))(
    "keeps every invariant: $name",
    (configuration: Configuration) => {
      const start = process.hrtime.bigint();
      const { states, transitions, depth, isComplete, violation } = explore(
        { configuration, rules: realRules },
        depthOf(configuration),
      );
      const end = isComplete ? " (all that there are)" : "";
      const figures = [
        `${String(states)} states${end}`,
        `${String(transitions)} transitions`,
        `depth ${String(depth)}`,
      ];
      print(`${configuration.name}: ${figures.join(", ")}, ${secondsSince(start)}`);

      expect(violation).toBeNull();
      expect(isComplete || depth === depthOf(configuration)).toBe(true);
    },
    HOUR,
  );

  it.each(mutants)(
    "shows the damage if $name",
    ({ name, configuration: key, rules }) => {
      const configuration = configurations[key];
      const { violation } = explore({ configuration, rules }, configuration.depth);
      print(`${name}: ${violation?.what ?? "not found"}\n  ${violation?.trace.join("; ") ?? ""}`);

      expect(violation).not.toBeNull();
    },
    HOUR,
  );
});
