import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils";
import { z } from "@medusajs/framework/zod";
import type { AdminPlan, PlanInput, PlanList, PlanRemoved } from "../../api-schema/admin";
import { createCurrency, fromEntered, MoneyError, toMajor } from "../../gateway/model/money";
import { isPlanOver } from "../../modules/acquiring_subscription/domain/terms";
import type { PlanRow } from "../../modules/acquiring_subscription/rows";
import { resolveSubscriptions } from "../renewals/subscriptions-of";
import { StaleVersion } from "../stale-version";

const Variants = z.array(z.object({ id: z.string(), title: z.string().nullable() }));
const Product = z.object({ variants: Variants.nullish() });

export async function planList(container: MedusaContainer, productId: string): Promise<PlanList> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "product",
    fields: ["id", "variants.id", "variants.title"],
    filters: { id: productId },
  });
  if (!data[0]) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no product ${productId}.`);
  const variants = Product.parse(data[0]).variants ?? [];
  const ids = variants.map(({ id }) => id);
  const { plans } = resolveSubscriptions(container);
  const [rows, active, currencies] = await Promise.all([
    plans.ofVariants(ids),
    plans.activeOf(ids),
    currenciesOf(container),
  ]);
  return {
    variants: variants.map(({ id, title }) => {
      const row = rows.find(({ variant_id: of }) => of === id);
      return { id, title, plan: row ? shapePlan(row, active.get(id) ?? 0) : null };
    }),
    currencies,
  };
}

/** Throws INVALID_DATA with the invalid field, NOT_FOUND for an unknown variant, and `StaleVersion`. */
export async function putPlan(container: MedusaContainer, variantId: string, input: PlanInput): Promise<AdminPlan> {
  const { plans, now } = planDesk(container);
  const [amounts] = await Promise.all([amountsOf(container, input), requireVariant(container, variantId)]);
  if (isPlanOver({ endsOn: input.ends_on }, now)) throw wrong("ends_on", "is in the past");
  const { updated_at: seen } = input;
  const row = await plans.put(
    {
      variantId,
      amounts,
      name: input.name,
      interval: input.interval,
      intervalCount: input.interval_count,
      billingCycles: input.billing_cycles,
      promotionCycles: input.promotion_cycles,
      startsOn: input.starts_on,
      endsOn: input.ends_on,
      priceId: input.price_id,
    },
    seen == null ? seen : new Date(seen),
  );
  if (!row) throw new StaleVersion(seen ?? "null", "plan_changed", "updated_at");
  return shapePlan(row, (await plans.activeOf([variantId])).get(variantId) ?? 0);
}

export async function removePlan(container: MedusaContainer, variantId: string): Promise<PlanRemoved> {
  if (await planDesk(container).plans.remove(variantId)) return { variant_id: variantId, deleted: true };
  throw new MedusaError(MedusaError.Types.NOT_FOUND, `The variant ${variantId} has no plan.`);
}

const planDesk = (container: MedusaContainer) => {
  const subscriptions = resolveSubscriptions(container);
  return { plans: subscriptions.plans, now: subscriptions.now() };
};

const wrong = (field: string, message: string): MedusaError =>
  new MedusaError(MedusaError.Types.INVALID_DATA, `${field}: ${message}`);

async function requireVariant(container: MedusaContainer, id: string): Promise<void> {
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: "product_variant", fields: ["id"], filters: { id } });
  if (!data[0]) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no product variant ${id}.`);
}

/** With the currency's own number of decimals. Zero is refused, because the gateway would never charge it. */
async function amountsOf(container: MedusaContainer, { amounts }: PlanInput): Promise<Record<string, string>> {
  const known = new Set(await currenciesOf(container));
  return Object.fromEntries(
    Object.entries(amounts).map(([code, amount]) => {
      const field = `amounts.${code}`;
      if (!known.has(code)) throw wrong(field, "is not a currency of this store");
      try {
        const money = fromEntered(amount, createCurrency(code));
        if (money.minor === 0n) throw wrong(field, "must be above zero");
        return [code, toMajor(money)];
      } catch (error) {
        if (error instanceof MoneyError) throw wrong(field, error.message);
        throw error;
      }
    }),
  );
}

const Stores = z.array(
  z.object({ supported_currencies: z.array(z.object({ currency_code: z.string() }).nullish()).nullish() }),
);

async function currenciesOf(container: MedusaContainer): Promise<string[]> {
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: "store", fields: ["id", "supported_currencies.currency_code"] });
  const codes = Stores.parse(data).flatMap(({ supported_currencies: list }) =>
    (list ?? []).flatMap((each) => each?.currency_code.toLowerCase() ?? []),
  );
  return [...new Set(codes)].sort();
}

/** Field by field, so that nothing outside the API schema is returned. */
const shapePlan = (row: PlanRow, active: number): AdminPlan => ({
  id: row.id,
  variant_id: row.variant_id,
  name: row.name,
  amounts: { ...row.amounts },
  interval: row.interval,
  interval_count: row.interval_count,
  billing_cycles: row.billing_cycles,
  promotion_cycles: row.promotion_cycles,
  starts_on: row.starts_on,
  ends_on: row.ends_on,
  price_id: row.price_id,
  active,
  updated_at: row.updated_at.toISOString(),
});
