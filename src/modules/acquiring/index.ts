import { Module } from "@medusajs/framework/utils";
import AcquiringModuleService from "./service";

/** The module's name in the container, and in `dependencies: ["acquiring"]` of the payment module's entry. */
export const ACQUIRING_MODULE = "acquiring";

export default Module(ACQUIRING_MODULE, { service: AcquiringModuleService });
