import type { Ledger } from "./ledger/ledger";
import type { RenewalLink } from "./ledger/contracts";
import { linkRenewal, markFollowed, postponeFollowing, renewalsOf } from "./ledger/contracts";
import type { AttemptRow } from "./ledger/rows";

/**
 * The ledger as the module of contracts sees it. What is due is asked by
 * `due("subscription")`; a contract follows attempts level by level, so that it may
 * look twice, late, or after a crash. It holds no rule of its own.
 */
export interface ContractsDependencies {
  readonly ledger: Ledger;
  readonly now: () => Date;
}

export class Contracts {
  constructor(private readonly deps: ContractsDependencies) {}

  /** Every charge after the first, oldest first. */
  async renewalsOf(attemptId: string): Promise<AttemptRow[]> {
    return renewalsOf(this.deps.ledger, attemptId);
  }

  /** The contract stands where this version of the attempt is; false when it has moved since, and stays due. */
  async followed(attemptId: string, version: number): Promise<boolean> {
    return markFollowed(this.deps.ledger, attemptId, version);
  }

  /** Following it failed: it is due again after so many ms. */
  async followLater(attemptId: string, afterMs: number): Promise<void> {
    await postponeFollowing(this.deps.ledger, attemptId, new Date(this.deps.now().getTime() + afterMs));
  }

  /** From now on this session of Medusa's stands for the renewal, and the projection follows it; see `linkRenewal`. */
  async linkRenewal(attemptId: string, link: RenewalLink): Promise<boolean> {
    return linkRenewal(this.deps.ledger, attemptId, link, this.deps.now());
  }
}
