import { container } from "@medusajs/framework";
import { ACQUIRING_MODULE } from "../../modules/acquiring";
import { findPayoutService } from "./resolve-payout-service";

/**
 * For `defineFileConfig({ isDisabled })` of the routes. Medusa evaluates it when it registers routes, after the modules
 * have read their options; with payouts off, the routes do not exist (404).
 */
export const payoutsAreOff = (): boolean =>
  !container.hasRegistration(ACQUIRING_MODULE) || findPayoutService(container) === null;
