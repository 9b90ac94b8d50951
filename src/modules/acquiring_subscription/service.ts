import { MedusaService } from "@medusajs/framework/utils";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { Charge } from "./models/charge";
import { Contract } from "./models/subscription-contract";
import { ContractEvent } from "./models/contract-event";
import { ContractTask } from "./models/contract-task";
import { Plan } from "./models/plan";
import { Charges } from "./store/charges";
import { ContractList } from "./store/contract-list";
import { Contracts } from "./store/contracts";
import { Events } from "./store/events";
import { Plans } from "./store/plans";
import { Tasks } from "./store/tasks";

/**
 * The module's face: plans, contracts, their charges, what happened to them and what is
 * to be done about it. It knows nothing of the gateway; the workflows bring it to where
 * the ledger is, and everything that reaches the wire goes through the ledger's gate.
 */
interface Dependencies {
  readonly __pg_connection__: Knex;
}

/** By the names that Medusa derives its own queries from. */
const models = {
  AcquiringPlan: Plan,
  AcquiringContract: Contract,
  AcquiringCharge: Charge,
  AcquiringContractEvent: ContractEvent,
  AcquiringContractTask: ContractTask,
};

export default class AcquiringSubscriptionModuleService extends MedusaService(models) {
  readonly plans: Plans;
  readonly contracts: Contracts;
  readonly contractList: ContractList;
  readonly charges: Charges;
  readonly events: Events;
  readonly tasks: Tasks;
  #now: () => Date = () => new Date();

  constructor(dependencies: Dependencies, options: unknown) {
    super(dependencies, options);
    const { __pg_connection__: pg } = dependencies;
    const now = (): Date => this.#now();
    this.plans = new Plans(pg, now);
    this.contracts = new Contracts(pg, now);
    this.contractList = new ContractList(pg);
    this.charges = new Charges(pg, now);
    this.events = new Events(pg, now);
    this.tasks = new Tasks(pg, now);
  }

  /** For tests and the simulator's virtual time only. */
  useClock(now: () => Date): void {
    this.#now = now;
  }

  now(): Date {
    return this.#now();
  }
}
