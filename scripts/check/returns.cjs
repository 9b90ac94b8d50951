/** Journeys of staff who refund what comes back: a received return, a restocking fee, and a second return that is hidden. */
const { receiveReturn } = require("../order-steps.cjs");
const { act, DRAWER, look, openDashboard } = require("./dashboard.cjs");
const { told } = require("./link-steps.cjs");

const PART = '[data-testid="acquiring-refund-proposal"]';
const WIDTHS = [1280, 390];

/** A captured and sent order of three vases. */
async function sentOrder({ admin, paidOrder }) {
  const { orderId, payment } = await paidOrder("tall-vase", undefined, 3);
  await admin(`/admin/payments/${payment.id}/capture`, {});
  const { order } = await admin(`/admin/orders/${orderId}?fields=*items`);
  const [{ id, quantity }] = order.items;
  await admin(`/admin/orders/${orderId}/fulfillments`, { items: [{ id, quantity }] });
  return orderId;
}

async function openProposal(context, page, orderId) {
  await page.goto(`${context.stack.dashboardUrl}/orders/${orderId}`);
  const part = page.locator(PART);
  await part.waitFor({ timeout: 30_000 });
  return part;
}

const proposalOf = ({ admin }, orderId) => admin(`/admin/acquiring/orders/${orderId}/refund-proposal`);

module.exports = [
  {
    name: "returns: a received return proposes its refund, less a restocking fee, and the next one is hidden for now",
    run: async (context) => {
      const orderId = await sentOrder(context);
      await receiveReturn(context.admin, orderId);
      const before = await proposalOf(context, orderId);
      const page = await openDashboard(context);
      const part = await openProposal(context, page, orderId);
      await part.getByText(`€${before.surplus}`).first().waitFor();
      await part.getByText(/^Return #\d+ received$/).waitFor();
      await look(context, page, "proposed-refund", PART, WIDTHS);
      await act(page, part, "refund-proposal-fee", async () => {
        await look(context, page, "restocking-fee", DRAWER, WIDTHS);
      });
      await told(page, "Restocking fee deducted");
      const after = await proposalOf(context, orderId);
      context.expectSame("the fee", Number(after.surplus).toFixed(2), (Number(before.surplus) * 0.9).toFixed(2));
      await part.getByText("Restocking fee", { exact: true }).waitFor();
      await part.getByTestId("acquiring-refund-proposal-amount").getByText(`€${after.surplus}`).waitFor();
      await act(page, part, "refund-proposal-refund", async () => {
        await look(context, page, "proposed-refund-drawer", DRAWER, WIDTHS);
      });
      await told(page, `Refunded: €${after.surplus}`);
      await part.waitFor({ state: "detached", timeout: 15_000 });
      const { payments } = await context.admin(`/admin/acquiring/orders/${orderId}/payments`);
      context.expectSame("refunded", payments[0].amounts.refunded, after.surplus);
      await receiveReturn(context.admin, orderId);
      const again = await openProposal(context, page, orderId);
      await act(page, again, "refund-proposal-dismiss", (drawer) =>
        drawer.getByTestId("acquiring-note").fill("The customer takes a voucher."),
      );
      await told(page, "Proposal hidden");
      await again.getByText(/^Not now, since/).waitFor();
      await look(context, page, "hidden-proposal", PART, WIDTHS);
    },
  },
];
