import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { withStore } from "../support/boot";

/** Plans: what an admin makes of a variant, and what the shop is told of it. */
const MONTHLY = { name: "Vase of the month", amounts: { eur: "100.00" }, interval: "month", interval_count: 1 };

withStore("plans", (stage) => {
  const variant = async (handle = "tall-vase"): Promise<{ id: string; productId: string }> => {
    const { body } = await stage().admin.get(`/admin/products?handle=${handle}&fields=id,*variants`).expect(200);
    return { id: body.products[0].variants[0].id, productId: body.products[0].id };
  };

  test("a plan is made, read, changed and removed, and the shop is told of it in its currency alone", async () => {
    const { admin, shop } = stage();
    const { id, productId } = await variant();
    const made = await admin.put(`/admin/acquiring/plans/${id}`, MONTHLY).expect(200);
    expect(made.body).toMatchObject({ variant_id: id, amounts: { eur: "100.00" }, active: 0, billing_cycles: null });
    const changed = await admin
      .put(`/admin/acquiring/plans/${id}`, { ...MONTHLY, amounts: { eur: "90" }, billing_cycles: 12 })
      .expect(200);
    expect(changed.body).toMatchObject({ id: made.body.id, amounts: { eur: "90.00" }, billing_cycles: 12 });
    const list = await admin.get(`/admin/acquiring/plans?product_id=${productId}`).expect(200);
    expect(list.body).toMatchObject({ variants: [{ id, plan: { amounts: { eur: "90.00" } } }], currencies: ["eur"] });
    const plans = async (currency: string): Promise<object[]> =>
      (await shop.get(`/store/acquiring/plans?variant_id=${id}&variant_id=none&currency_code=${currency}`).expect(200))
        .body.plans;
    expect(await plans("EUR")).toMatchObject([{ variant_id: id, amount: "90.00", currency: "EUR", interval: "month" }]);
    expect(await plans("usd")).toEqual([]);
    await admin.delete(`/admin/acquiring/plans/${id}`).expect(200);
    expect(await plans("eur")).toEqual([]);
    await admin.delete(`/admin/acquiring/plans/${id}`).expect(404);
    const anew = await admin.put(`/admin/acquiring/plans/${id}`, MONTHLY).expect(200);
    expect(anew.body.id).not.toBe(made.body.id);
  });

  test.each([
    [{ ...MONTHLY, amounts: { eur: "0.00" } }, /^amounts\.eur: must be above zero/],
    [{ ...MONTHLY, amounts: { eur: "1.001" } }, /^amounts\.eur: .*decimals/],
    [{ ...MONTHLY, amounts: { usd: "1.00" } }, /^amounts\.usd: is no currency of this store/],
    [{ ...MONTHLY, amounts: {} }, /^amounts: needs one currency/],
    [{ ...MONTHLY, interval: "hour" }, /^interval: /],
    [{ ...MONTHLY, interval_count: 0 }, /^interval_count: /],
    [{ ...MONTHLY, ends_on: "2020-01-01" }, /^ends_on: is in the past/],
    [{ ...MONTHLY, starts_on: "2030-01-02", ends_on: "2030-01-01" }, /^ends_on: must be after starts_on/],
    [{ ...MONTHLY, trial: true }, /trial/],
  ])("what is wrong with %j is named", async (input, message) => {
    const { id } = await variant();
    const { body } = await stage().admin.put(`/admin/acquiring/plans/${id}`, input).expect(400);
    expect(body.message).toMatch(message);
  });

  test("a variant or a product that is none is not found, and the shop's question is checked", async () => {
    const { admin, shop } = stage();
    await admin.put("/admin/acquiring/plans/variant_none", MONTHLY).expect(404);
    await admin.get("/admin/acquiring/plans?product_id=prod_none").expect(404);
    await shop.get("/store/acquiring/plans?currency_code=eur").expect(400);
  });

  test("Medusa's own queries lead from a variant to its plan and back", async () => {
    const { container, admin } = stage();
    const { id } = await variant();
    await admin.put(`/admin/acquiring/plans/${id}`, MONTHLY).expect(200);
    const query = container.resolve(ContainerRegistrationKeys.QUERY);
    const variants = await query.graph({
      entity: "product_variant",
      fields: ["id", "acquiring_plan.name"],
      filters: { id },
    });
    expect(variants.data[0]).toMatchObject({ acquiring_plan: { name: MONTHLY.name } });
    const plans = await query.graph({ entity: "acquiring_plan", fields: ["id", "product_variant.id"] });
    expect(plans.data[0]).toMatchObject({ product_variant: { id } });
  });
});
