import type { Queries } from "../../../gateway/model/client-api";
import type { Money } from "../../../gateway/model/money";

/**
 * The gateway's order of payment methods, remembered for a minute: whoever has a
 * cart may ask for its methods as often as they like, and the gateway is asked once.
 */
export interface RankingQuestion {
  readonly account: string;
  readonly money: Money;
  readonly email: string;
}

/** Our choice; a failure is remembered as well, so that a gateway that is down costs one wait a minute. */
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
