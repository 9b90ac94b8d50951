import { withStore } from "../support/boot";
import { captureRules } from "../support/capture-rules";

/** The policy at an account that captures a payment once, and of payments that are held for review. */
process.env.DEMO_HOLD_FROM = "15000";
afterAll(() => {
  delete process.env.DEMO_HOLD_FROM;
});

withStore("capture_held", (stage) => {
  const on = captureRules(stage);

  test("an account that captures once takes the whole at the first shipment, if the rule says first", async () => {
    await on.save({ capture: "on_shipment", single_capture: "first" });
    const placed = await on.order(2, "stoneware-mug");
    await on.look();
    expect(await on.captures(placed)).toEqual([]);
    await on.ship(placed);
    await on.look();
    expect(await on.captures(placed)).toEqual(["49.00"]);
    await on.ship(placed);
    await on.look();
    expect([await on.captures(placed), await stage().gateway.sent("capture")]).toEqual([["49.00"], 1]);
  });

  test("or nothing before the last one", async () => {
    await on.save({ capture: "on_shipment", single_capture: "last" });
    const placed = await on.order(2, "stoneware-mug");
    await on.ship(placed);
    await on.look();
    expect(await on.captures(placed)).toEqual([]);
    await on.ship(placed);
    await on.look();
    expect(await on.captures(placed)).toEqual(["49.00"]);
  });
  const approve = async (attemptId: string): Promise<void> => {
    const body = { key: `approve_${attemptId}`, payment_ids: [attemptId], action: "approve", note: "Looks fine." };
    await stage().admin.post("/admin/acquiring/reviews", body).expect(200);
  };

  test("a held payment is captured after its approval, or by staff if the rule says so", async () => {
    await on.save({ capture: "on_order" });
    const placed = await on.order(2);
    await on.look();
    expect(await on.captures(placed)).toEqual([]);
    await on.save({ capture: "on_order", only_if_not_held: true });
    await approve(placed.attemptId);
    await on.look();
    expect(await on.captures(placed)).toEqual([]);
    await on.save({ capture: "on_order" });
    await stage().work();
    expect(await on.captures(placed)).toEqual(["200.00"]);
  });

  test("a held payment that the rule leaves to staff is shown as theirs, before and after it was shipped", async () => {
    await on.save({ capture: "on_shipment", only_if_not_held: true, at_expiry: "capture" });
    const placed = await on.order(2);
    const shown = async (): Promise<unknown> => {
      const { body } = await stage().admin.get(`/admin/acquiring/payments/${placed.attemptId}`).expect(200);
      return body.payment.capture_plan;
    };
    const staffs = { capture: "manual", at_expiry: "remind", acts_at: null, due_now: "0" };
    expect(await shown()).toMatchObject(staffs);
    await approve(placed.attemptId);
    expect(await shown()).toMatchObject(staffs);
    await on.ship(placed);
    await on.look();
    expect(await on.captures(placed)).toEqual([]);
    expect(await shown()).toMatchObject(staffs);
  });
});
