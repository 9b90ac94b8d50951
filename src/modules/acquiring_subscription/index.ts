import { Module } from "@medusajs/framework/utils";
import AcquiringSubscriptionModuleService from "./service";

export const ACQUIRING_SUBSCRIPTION_MODULE = "acquiringSubscription";

export default Module(ACQUIRING_SUBSCRIPTION_MODULE, { service: AcquiringSubscriptionModuleService });
