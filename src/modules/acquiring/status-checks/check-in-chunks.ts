import { errorMessage } from "../runtime/safe-error-text";
import type { AttemptRow } from "../ledger/rows/attempt-row";

/** An attempt whose check threw; it is retried later. */
export interface BrokenCheck {
  readonly id: string;
  readonly message: string;
}

export interface CheckChunk {
  readonly broken: readonly BrokenCheck[];
  /** Attempts with a response. Those not queried or without a response are in neither list. */
  readonly answered: readonly string[];
}

export interface CheckedChunks extends CheckChunk {
  /** No query of a chunk was answered, and nothing more was queried. */
  readonly isSilent: boolean;
}

export interface CheckRules {
  readonly atOnce: number;
  /** The last queries were answered. If that is not known, the first chunk shows it. */
  readonly isAnswering: boolean;
  readonly isStopping: () => boolean;
  readonly check: (attempt: AttemptRow) => Promise<{ readonly kind: "answered" | "failed" }>;
}

/** While one chunk is written, the others' queries are in flight. Our choice. */
const PARTS_AT_ONCE = 3;

/** Several chunks at once. If no query of a chunk was answered, the rest stays due. */
export async function checkInChunks(attempts: readonly AttemptRow[], rules: CheckRules): Promise<CheckedChunks> {
  const broken: BrokenCheck[] = [];
  const answered: string[] = [];
  const chunks = partsOf(attempts, rules.atOnce).values();
  let isSilent = false;
  const work = async (most = Infinity): Promise<void> => {
    for (let done = 0; done < most && !isSilent && !rules.isStopping(); done += 1) {
      const { value: part } = chunks.next();
      if (!part) return;
      const round = await checkPart(part, rules);
      broken.push(...round.broken);
      answered.push(...round.answered);
      isSilent ||= round.answered.length === 0;
    }
  };
  if (!rules.isAnswering) await work(1);
  await Promise.all(Array.from({ length: PARTS_AT_ONCE }, () => work()));
  return { broken, answered, isSilent };
}

async function checkPart(part: readonly AttemptRow[], { check }: CheckRules): Promise<CheckChunk> {
  const checks = await Promise.allSettled(part.map((attempt) => check(attempt)));
  const broken: BrokenCheck[] = [];
  const answered: string[] = [];
  for (const [index, { id }] of part.entries()) {
    const result = checks[index];
    if (result?.status === "rejected") broken.push({ id, message: errorMessage(result.reason) });
    else if (result?.value.kind === "answered") answered.push(id);
  }
  return { broken, answered };
}

function partsOf(attempts: readonly AttemptRow[], size: number): AttemptRow[][] {
  const chunks: AttemptRow[][] = [];
  for (let from = 0; from < attempts.length; from += size) chunks.push(attempts.slice(from, from + size));
  return chunks;
}
