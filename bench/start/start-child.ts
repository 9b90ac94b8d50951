import { MedusaModule } from "@medusajs/framework/modules-sdk";
import { WorkflowManager } from "@medusajs/framework/orchestration";
import { Modules } from "@medusajs/framework/utils";
import { z } from "@medusajs/framework/zod";
import loaders from "@medusajs/medusa/loaders/index";
import express from "express";
import { answerParent } from "../harness/serve";

/** Loads a store like `medusa start`, up to listening, and reports the time since the process started, and what it loaded. */
async function start(): Promise<void> {
  const app = express();
  const { container, shutdown } = await loaders({ directory: process.env.BENCH_DIRECTORY ?? "", expressApp: app });
  const { user, system } = process.cpuUsage();
  const ms = performance.now();
  const { eventToSubscribersMap: subscribers } = EventBus.parse(container.resolve(Modules.EVENT_BUS));
  const declared = {
    modules: MedusaModule.getLoadedModules().length,
    // Of modules and of links.
    joinerConfigs: MedusaModule.getAllJoinerConfigs().length,
    // Scheduled jobs are workflows, too.
    workflows: WorkflowManager.getWorkflows().size,
    events: subscribers.size,
    routes: routesIn(Reflect.get(app, "_router")),
  };
  answerParent({ ms, cpuMs: (user + system) / 1_000, declared }, {}, shutdown);
}

const EventBus = z.object({ eventToSubscribersMap: z.instanceof(Map) });

/** Routes of an Express router, which is a function, and of those in it. */
function routesIn(router: unknown): number {
  const stack: unknown = typeof router === "function" ? Reflect.get(router, "stack") : undefined;
  if (!Array.isArray(stack)) return 0;
  return stack.reduce<number>(
    (count, { route, handle }: { route?: unknown; handle?: unknown }) => count + (route ? 1 : 0) + routesIn(handle),
    0,
  );
}

start().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
