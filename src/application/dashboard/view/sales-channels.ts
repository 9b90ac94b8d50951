import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";

export interface NamedChannel {
  readonly id: string;
  readonly name: string;
}

/** Their names in Medusa, also of deleted ones; those that Medusa does not know keep their IDs. In the given order. */
export async function namedChannels(container: MedusaContainer, ids: readonly string[]): Promise<NamedChannel[]> {
  if (ids.length === 0) return [];
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION);
  const { rows } = await pg.raw<{ rows: NamedChannel[] }>("SELECT id, name FROM sales_channel WHERE id = ANY(?)", [
    [...ids],
  ]);
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return ids.map((id) => ({ id, name: names.get(id) ?? id }));
}
