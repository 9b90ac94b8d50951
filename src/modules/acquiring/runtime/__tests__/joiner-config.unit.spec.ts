import { Module } from "@medusajs/framework/utils";
import { keepJoinerConfig } from "../joiner-config";
import AcquiringModuleService from "../../service";

const NAME = "acquiring";
/** As Medusa asks a module for it. */
const ask = (service: { readonly prototype: object }): unknown =>
  Reflect.apply(Reflect.get(service.prototype, "__joinerConfig"), undefined, []);

it("the kept joiner config is the one that Medusa derives by itself, and each caller has its own copy", () => {
  class Plain extends AcquiringModuleService {}
  class Kept extends AcquiringModuleService {}
  Object.assign(Plain.prototype, { __joinerConfig: undefined });
  Module(NAME, { service: Plain });
  keepJoinerConfig(NAME, Kept);
  Module(NAME, { service: Kept });
  expect(ask(Kept)).toEqual(ask(Plain));
  expect(ask(Kept)).not.toBe(ask(Kept));
});
