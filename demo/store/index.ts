import { Module } from "@medusajs/framework/utils";
import "./subscription-handlers";

/** An empty module, listed in medusa-config.ts so that the demo loads the handlers beside it. */
class DemoStore {}

export default Module("demoStore", { service: DemoStore });
