import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, Modules, ProductStatus } from "@medusajs/framework/utils";
import {
  createApiKeysWorkflow,
  createInventoryLevelsWorkflow,
  createProductsWorkflow,
  createRegionsWorkflow,
  createSalesChannelsWorkflow,
  createShippingOptionsWorkflow,
  createShippingProfilesWorkflow,
  createStockLocationsWorkflow,
  createTaxRegionsWorkflow,
  linkSalesChannelsToApiKeyWorkflow,
  linkSalesChannelsToStockLocationWorkflow,
  updateStoresWorkflow,
} from "@medusajs/medusa/core-flows";

/**
 * Fills an empty Medusa database with a small shop: one region in euro, products with stock, two shipping options, a
 * publishable key. For the demo and the tests; outside of `src`, which is published.
 */
export interface SeedProduct {
  readonly handle: string;
  readonly title: string;
  readonly description: string;
  /** Major units, for example 24 or 24.5. */
  readonly price: number;
}

export interface SeededStore {
  readonly publishableKey: string;
  readonly regionId: string;
}

const COUNTRIES = ["de", "fr", "it", "es", "dk", "se", "nl", "at", "be", "pt"];

const PROVIDERS = [
  "pp_acquiring-card_main",
  "pp_acquiring-checkout_main",
  "pp_acquiring-apm_main",
  "pp_system_default",
];

/** `providers`: payment providers of the region; a store without this plugin only has Medusa's own. */
export async function seedStore(
  container: MedusaContainer,
  products: readonly SeedProduct[],
  providers = PROVIDERS,
): Promise<SeededStore> {
  const link = container.resolve(ContainerRegistrationKeys.LINK);
  const {
    result: [channel],
  } = await createSalesChannelsWorkflow(container).run({ input: { salesChannelsData: [{ name: "Web shop" }] } });
  if (!channel) throw new Error("The sales channel was not made.");
  const [store] = await container.resolve(Modules.STORE).listStores();
  if (store) {
    await updateStoresWorkflow(container).run({
      input: {
        selector: { id: store.id },
        update: {
          default_sales_channel_id: channel.id,
          supported_currencies: [{ currency_code: "eur", is_default: true }],
        },
      },
    });
  }
  const {
    result: [region],
  } = await createRegionsWorkflow(container).run({
    input: {
      regions: [
        {
          name: "Europe",
          currency_code: "eur",
          countries: COUNTRIES,
          payment_providers: providers,
        },
      ],
    },
  });
  if (!region) throw new Error("The region was not made.");
  await createTaxRegionsWorkflow(container).run({
    input: COUNTRIES.map((country_code) => ({ country_code, provider_id: "tp_system" })),
  });
  const {
    result: [location],
  } = await createStockLocationsWorkflow(container).run({
    input: { locations: [{ name: "Workshop", address: { city: "Copenhagen", country_code: "DK", address_1: "" } }] },
  });
  if (!location) throw new Error("The stock location was not made.");
  await link.create({
    [Modules.STOCK_LOCATION]: { stock_location_id: location.id },
    [Modules.FULFILLMENT]: { fulfillment_provider_id: "manual_manual" },
  });
  await linkSalesChannelsToStockLocationWorkflow(container).run({ input: { id: location.id, add: [channel.id] } });
  const profileId = await shipping(container, { regionId: region.id, locationId: location.id });
  await createProductsWorkflow(container).run({
    input: {
      products: products.map((product) => ({
        title: product.title,
        handle: product.handle,
        description: product.description,
        status: ProductStatus.PUBLISHED,
        shipping_profile_id: profileId,
        options: [{ title: "Edition", values: ["Standard"] }],
        variants: [
          {
            title: "Standard",
            sku: product.handle.toUpperCase(),
            options: { Edition: "Standard" },
            prices: [{ amount: product.price, currency_code: "eur" }],
          },
        ],
        sales_channels: [{ id: channel.id }],
      })),
    },
  });
  const inventory = await container.resolve(Modules.INVENTORY).listInventoryItems({}, { take: 500 });
  await createInventoryLevelsWorkflow(container).run({
    input: {
      inventory_levels: inventory.map(({ id }) => ({
        location_id: location.id,
        inventory_item_id: id,
        stocked_quantity: 1_000_000,
      })),
    },
  });
  const {
    result: [key],
  } = await createApiKeysWorkflow(container).run({
    input: { api_keys: [{ title: "Web shop", type: "publishable", created_by: "" }] },
  });
  if (!key) throw new Error("The publishable key was not made.");
  await linkSalesChannelsToApiKeyWorkflow(container).run({ input: { id: key.id, add: [channel.id] } });
  return { publishableKey: key.token, regionId: region.id };
}

async function shipping(container: MedusaContainer, place: { regionId: string; locationId: string }): Promise<string> {
  const fulfillment = container.resolve(Modules.FULFILLMENT);
  const link = container.resolve(ContainerRegistrationKeys.LINK);
  const [existing] = await fulfillment.listShippingProfiles({ type: "default" });
  const profile =
    existing ??
    (await createShippingProfilesWorkflow(container).run({ input: { data: [{ name: "Default", type: "default" }] } }))
      .result[0];
  if (!profile) throw new Error("The shipping profile was not made.");
  const set = await fulfillment.createFulfillmentSets({
    name: "Delivery",
    type: "shipping",
    service_zones: [
      { name: "Europe", geo_zones: COUNTRIES.map((country_code) => ({ country_code, type: "country" as const })) },
    ],
  });
  await link.create({
    [Modules.STOCK_LOCATION]: { stock_location_id: place.locationId },
    [Modules.FULFILLMENT]: { fulfillment_set_id: set.id },
  });
  const option = (name: string, code: string, amount: number) => ({
    name,
    price_type: "flat" as const,
    provider_id: "manual_manual",
    service_zone_id: set.service_zones[0]?.id ?? "",
    shipping_profile_id: profile.id,
    type: { label: name, description: name, code },
    prices: [
      { currency_code: "eur", amount },
      { region_id: place.regionId, amount },
    ],
    rules: [
      { attribute: "enabled_in_store", value: "true", operator: "eq" as const },
      { attribute: "is_return", value: "false", operator: "eq" as const },
    ],
  });
  await createShippingOptionsWorkflow(container).run({
    input: [option("Pick up at the workshop", "pickup", 0), option("Standard delivery", "standard", 5)],
  });
  return profile.id;
}
