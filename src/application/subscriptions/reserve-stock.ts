import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils";
import { z } from "@medusajs/framework/zod";

/** Reserves the order's stock, which core's workflow for orders without a cart does not do. Idempotent. */
const list = <T extends z.ZodType>(one: T) =>
  z
    .array(one.nullish())
    .nullish()
    .transform((all) => (all ?? []).flatMap((each) => (each === null || each === undefined ? [] : [each])));

const Level = z.object({
  location_id: z.string(),
  available_quantity: z.coerce.number().nullish(),
  stock_locations: list(z.object({ sales_channels: list(z.object({ id: z.string() })) })),
});
const Item = z.object({
  id: z.string(),
  quantity: z.coerce.number(),
  variant: z
    .object({
      manage_inventory: z.boolean(),
      allow_backorder: z.boolean(),
      inventory_items: list(
        z.object({
          inventory_item_id: z.string(),
          required_quantity: z.coerce.number(),
          inventory: z.object({ location_levels: list(Level) }).nullish(),
        }),
      ),
    })
    .nullish(),
});
const Order = z.object({ sales_channel_id: z.string().nullish(), items: list(Item) });

const AT = "items.variant.inventory_items";
const FIELDS = [
  "sales_channel_id",
  // The quantity belongs to the order version's line, which `items` alone does not load.
  "items.*",
  "items.variant.manage_inventory",
  "items.variant.allow_backorder",
  `${AT}.inventory_item_id`,
  `${AT}.required_quantity`,
  `${AT}.inventory.location_levels.location_id`,
  `${AT}.inventory.location_levels.available_quantity`,
  `${AT}.inventory.location_levels.stock_locations.sales_channels.id`,
];

export async function reserveStock(container: MedusaContainer, orderId: string): Promise<void> {
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: "order", fields: FIELDS, filters: { id: orderId } });
  const wanted = data[0] ? reservationsOf(Order.parse(data[0])) : [];
  if (wanted.length === 0) return;
  const inventory = container.resolve(Modules.INVENTORY);
  const keys = [...new Set(wanted.map(({ inventory_item_id: id }) => id))];
  await container.resolve(Modules.LOCKING).execute(keys, async () => {
    const there = await inventory.listReservationItems({ line_item_id: wanted.map(({ line_item_id: id }) => id) });
    const missing = wanted.filter(
      (each) =>
        !there.some(
          ({ line_item_id: line, inventory_item_id: item }) =>
            line === each.line_item_id && item === each.inventory_item_id,
        ),
    );
    if (missing.length > 0) await inventory.createReservationItems(missing);
  });
}

interface Reservation {
  readonly line_item_id: string;
  readonly inventory_item_id: string;
  readonly quantity: number;
  readonly allow_backorder: boolean;
  readonly location_id: string;
}

/** Two lines of one variant, as of an amount that its quantity does not divide, share what a location has. */
export function reservationsOf({ sales_channel_id: channel, items }: z.infer<typeof Order>): Reservation[] {
  const taken = new Map<string, number>();
  return items.flatMap(({ id, quantity, variant }) =>
    !variant?.manage_inventory
      ? []
      : variant.inventory_items.flatMap((item) => {
          const needed = quantity * item.required_quantity;
          const keyOf = (location: string): string => `${item.inventory_item_id} ${location}`;
          const levels = (item.inventory?.location_levels ?? []).map((level) => ({
            ...level,
            available: (level.available_quantity ?? 0) - (taken.get(keyOf(level.location_id)) ?? 0),
          }));
          const location = locationFor(levels, { channel: channel ?? null, needed });
          if (location === null) return [];
          taken.set(keyOf(location), (taken.get(keyOf(location)) ?? 0) + needed);
          return {
            line_item_id: id,
            inventory_item_id: item.inventory_item_id,
            quantity: needed,
            allow_backorder: variant.allow_backorder,
            location_id: location,
          };
        }),
  );
}

function locationFor(
  levels: readonly (z.infer<typeof Level> & { readonly available: number })[],
  { channel, needed }: { readonly channel: string | null; readonly needed: number },
): string | null {
  const own = levels.filter(
    ({ stock_locations: places }) =>
      channel === null || places.some((place) => place.sales_channels.some(({ id }) => id === channel)),
  );
  const full = own.find(({ available }) => available >= needed);
  return (full ?? own[0])?.location_id ?? null;
}
