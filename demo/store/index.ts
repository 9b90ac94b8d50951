import { Module } from "@medusajs/framework/utils";
import "./subscription-handlers";

/** Nothing of its own: it is named in medusa-config.ts so that the handlers beside it are there when the demo starts. */
class DemoStore {}

export default Module("demoStore", { service: DemoStore });
