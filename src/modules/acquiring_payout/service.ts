import { MedusaService } from "@medusajs/framework/utils";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { BeneficiariesService } from "./service/beneficiaries-service";
import { PayoutImports } from "./service/imports";
import type { PayoutServiceOptions } from "./service/service-context";
import { createServiceContext } from "./service/service-context";
import { PayoutsService } from "./service/payouts";
import { rotateKeys } from "./service/rotate-keys";
import type { PayoutApi } from "./payout-api";
import { Beneficiary } from "./models/beneficiary";
import { BeneficiaryVersion } from "./models/beneficiary-version";
import { Payout } from "./models/payout";
import { PayoutApproval } from "./models/payout-approval";
import { PayoutAudit } from "./models/payout-audit";
import { PayoutImport } from "./models/payout-import";
import { KeyRing } from "./sealing/key-ring";

/** Beneficiaries, payouts and approvals. It knows nothing of the gateway; workflows pass payouts to the ledger. */
interface Dependencies {
  readonly __pg_connection__: Knex;
}

/** The names that Medusa derives its own queries from. */
const models = {
  AcquiringBeneficiary: Beneficiary,
  AcquiringBeneficiaryVersion: BeneficiaryVersion,
  AcquiringPayout: Payout,
  AcquiringPayoutApproval: PayoutApproval,
  AcquiringPayoutAudit: PayoutAudit,
  AcquiringPayoutImport: PayoutImport,
};

export default class AcquiringPayoutModuleService extends MedusaService(models) {
  readonly #pg: Knex;
  /** Keys are derived once, not per request. */
  readonly #rings = new WeakMap<object, KeyRing>();
  #now: () => Date = () => new Date();

  constructor(dependencies: Dependencies, options: unknown) {
    super(dependencies, options);
    this.#pg = dependencies.__pg_connection__;
  }

  payoutService(options: PayoutServiceOptions): PayoutApi {
    const context = createServiceContext({ pg: this.#pg, now: () => this.#now(), options, ring: this.ringOf(options) });
    return {
      payouts: new PayoutsService(context),
      beneficiaries: new BeneficiariesService(context),
      imports: new PayoutImports(context),
      reseal: (limit) => rotateKeys(context, limit),
    };
  }

  /** For tests and the simulator's virtual time only. */
  useClock(now: () => Date): void {
    this.#now = now;
  }

  private ringOf({ encryptionKeys: keys }: PayoutServiceOptions): KeyRing {
    const known = this.#rings.get(keys) ?? new KeyRing(keys);
    this.#rings.set(keys, known);
    return known;
  }
}
