import type { Queries } from "../../../gateway/model/client-api";
import type { Money } from "../../../gateway/model/money";

/** The gateway's order of payment methods, cached for a minute per cart. */
export interface RankingQuestion {
  readonly account: string;
  readonly money: Money;
  readonly email: string;
}

/** Our choice; a failure is cached too, so that a failing gateway costs one wait a minute. */
const KEPT_FOR_MS = 60_000;
const MOST_KEPT = 1_000;

export class MethodRankingCache {
  readonly #kept = new Map<string, { readonly at: number; readonly answer: Promise<readonly string[] | null> }>();

  constructor(
    private readonly queries: (account: string) => Pick<Queries, "rankMethods">,
    private readonly now: () => Date,
  ) {}

  async of({ account, money, email }: RankingQuestion): Promise<readonly string[] | null> {
    const key = JSON.stringify([account, money.currency, money.minor.toString(), email]);
    const now = this.now().getTime();
    const kept = this.#kept.get(key);
    if (kept && Math.abs(now - kept.at) < KEPT_FOR_MS) return kept.answer;
    if (this.#kept.size >= MOST_KEPT) this.#kept.clear();
    const answer = this.queries(account).rankMethods({ money, email });
    this.#kept.set(key, { at: now, answer });
    return answer;
  }
}
