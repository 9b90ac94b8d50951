import { Module } from "@medusajs/framework/utils";
import { keepJoinerConfig } from "../acquiring";
import AcquiringSubscriptionModuleService from "./service";

export const ACQUIRING_SUBSCRIPTION_MODULE = "acquiringSubscription";

keepJoinerConfig(ACQUIRING_SUBSCRIPTION_MODULE, AcquiringSubscriptionModuleService);

export default Module(ACQUIRING_SUBSCRIPTION_MODULE, { service: AcquiringSubscriptionModuleService });
