import type { MedusaContainer } from "@medusajs/framework/types";
import { ACQUIRING_MODULE } from "../modules/acquiring";
import type AcquiringModuleService from "../modules/acquiring/service";

export const resolveLedger = (container: MedusaContainer): AcquiringModuleService =>
  container.resolve<AcquiringModuleService>(ACQUIRING_MODULE);
