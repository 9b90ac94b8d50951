import type { IDmlEntity } from "@medusajs/framework/types";
import { DmlEntity, MedusaServiceModelObjectsSymbol, defineJoinerConfig } from "@medusajs/framework/utils";
import { z } from "@medusajs/framework/zod";
import { onFirstUse } from "../../../gateway/model/on-first-use";

type Model = IDmlEntity<never, never> & { readonly name: string };
const Models = z.record(
  z.string(),
  z.custom<Model>((value) => DmlEntity.isDmlEntity(value)),
);

/**
 * Call it before Medusa's `Module`. Medusa asks a module five times for its joiner config while a store starts, and by
 * default derives it from all models each time. This derives it once; each caller gets a copy of its own.
 */
export function keepJoinerConfig(name: string, service: { readonly prototype: object }): void {
  const derived = onFirstUse(() => {
    const models = Models.parse(Reflect.get(service, MedusaServiceModelObjectsSymbol));
    return defineJoinerConfig(name, { models: Object.values(models) });
  });
  Object.assign(service.prototype, { __joinerConfig: () => structuredClone(derived()) });
}
