import { MedusaService } from "@medusajs/framework/utils";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { Charge } from "./models/charge";
import { SubscriptionModel } from "./models/subscription";
import { SubscriptionEventModel } from "./models/subscription-event";
import { SubscriptionTask } from "./models/subscription-task";
import { Plan } from "./models/plan";
import { Charges } from "./store/charges";
import { SubscriptionQuery } from "./store/subscription-list";
import { SubscriptionStore } from "./store/subscription-records";
import { Events } from "./store/events";
import { Plans } from "./store/plans";
import { Tasks } from "./store/tasks";

/** It knows nothing of the gateway; the workflows sync it, and everything sent goes through the ledger's gate. */
interface Dependencies {
  readonly __pg_connection__: Knex;
}

/** The names that Medusa derives its own queries from. */
const models = {
  AcquiringPlan: Plan,
  AcquiringSubscription: SubscriptionModel,
  AcquiringCharge: Charge,
  AcquiringSubscriptionEvent: SubscriptionEventModel,
  AcquiringSubscriptionTask: SubscriptionTask,
};

export default class AcquiringSubscriptionModuleService extends MedusaService(models) {
  readonly plans: Plans;
  readonly records: SubscriptionStore;
  readonly subscriptionList: SubscriptionQuery;
  readonly charges: Charges;
  readonly events: Events;
  readonly tasks: Tasks;
  #now: () => Date = () => new Date();

  constructor(dependencies: Dependencies, options: unknown) {
    super(dependencies, options);
    const { __pg_connection__: pg } = dependencies;
    const now = (): Date => this.#now();
    this.plans = new Plans(pg, now);
    this.records = new SubscriptionStore(pg, now);
    this.subscriptionList = new SubscriptionQuery(pg);
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
