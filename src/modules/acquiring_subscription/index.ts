import { Module } from "@medusajs/framework/utils";
import AcquiringSubscriptionModuleService from "./service";

/** The module's name in the container. */
export const ACQUIRING_SUBSCRIPTION_MODULE = "acquiringSubscription";

export default Module(ACQUIRING_SUBSCRIPTION_MODULE, { service: AcquiringSubscriptionModuleService });
