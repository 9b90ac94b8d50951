import type AcquiringModuleService from "../../src/modules/acquiring/service";
import { Random } from "../faults/random";

/**
 * Concurrent workers that capture, refund and void the same payments: amounts are drawn regardless of what is left,
 * some keys are used twice, and some workers query the gateway. Each worker draws from the seed and its number alone.
 */
export interface Workers {
  readonly attemptIds: readonly string[];
  readonly seed: number;
  /** Numbers of these workers; other processes have others. */
  readonly from: number;
  readonly to: number;
  readonly steps: number;
}

/** Returns the number of requests per result. */
export async function moveMoney(
  service: AcquiringModuleService,
  { attemptIds, seed, from, to, steps }: Workers,
): Promise<Record<string, number>> {
  const results: Record<string, number> = {};
  const [first = "", ...others] = attemptIds;
  const worker = async (number: number): Promise<void> => {
    const random = new Random(seed, number);
    for (let step = 0; step < steps; step += 1) {
      const attemptId = random.pick([first, ...others]);
      const kind = random.weighted([
        [45, "capture"],
        [45, "refund"],
        [3, "void"],
        [7, "check"],
      ] as const);
      const amount = BigInt(random.integer(1, 6_000));
      const presses = random.chance(0.2) ? 2 : 1;
      if (kind === "check") {
        await service.checkAttempt(attemptId);
        continue;
      }
      const intent = {
        attemptId,
        kind,
        amount: kind === "void" ? null : amount,
        idempotencyKey: `worker_${String(seed)}_${String(number)}_${String(step)}`,
        actor: "admin",
        actorId: null,
      } as const;
      const pressed = await Promise.all(Array.from({ length: presses }, () => service.gate.run(intent)));
      for (const { kind: result } of pressed) {
        results[`${kind} ${result}`] = (results[`${kind} ${result}`] ?? 0) + 1;
      }
    }
  };
  await Promise.all(Array.from({ length: to - from }, (_, index) => worker(from + index)));
  return results;
}
