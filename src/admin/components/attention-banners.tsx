import { Alert, Button } from "@medusajs/ui";
import type { AdminPayment } from "../../api-schema/admin";
import { ATTENTION_ACTIONS } from "../lib/attention-action";
import { short } from "../lib/view";
import { openOperation, useTexts } from "../lib/texts";
import type { ActionDrawers } from "./actions/action-bar";
import { DecideButtons } from "./actions/decide-buttons";
import { QueryButton } from "./actions/query-button";

export function AttentionBanners({ payment, acts }: { payment: AdminPayment; acts: ActionDrawers }) {
  const { t, money, moment } = useTexts();
  // The banner above says that it is held and has the buttons that decide.
  const isHeld = payment.hold !== null && payment.hold.decision === null;
  const items = payment.attention.filter(({ kind }) => !isHeld || kind !== "held_review");
  if (items.length === 0 && payment.open_operations.length === 0) return null;
  return (
    <div className="flex flex-col gap-y-2">
      {items.map((item) => (
        <Alert
          key={item.id}
          variant="warning"
          role="alert"
          aria-label={t("payment.attention")}
          data-testid="acquiring-attention"
        >
          <span className="block [overflow-wrap:anywhere]" dir="auto">
            {short(item.message)}
          </span>
          <strong className="block font-medium" data-action={item.action}>
            {t(`attention.action.${item.action}`)}: {t(`attention.advice.${item.kind}`)}
          </strong>
          <Remedies payment={payment} acts={acts} action={item.action} />
        </Alert>
      ))}
      {payment.open_operations.map(({ id, kind, status, amount, since }) => (
        <Alert key={id} variant="info" role="status" data-testid="acquiring-open-operation">
          {openOperation(t, kind, status, money(amount, payment.currency))}{" "}
          <time dateTime={since} className="text-ui-fg-subtle">
            {t("payment.since", { moment: moment(since) })}
          </time>
          {status === "unknown" && acts.can("decide") ? (
            <DecideButtons onChoose={(resolution) => acts.start("decide", { resolution, operationId: id })} />
          ) : null}
        </Alert>
      ))}
    </div>
  );
}

type Item = AdminPayment["attention"][number];

function Remedies({
  payment,
  acts: { can, start, mayAsk },
  action,
}: {
  payment: AdminPayment;
  acts: ActionDrawers;
  action: Item["action"];
}) {
  const { t } = useTexts();
  const acts = ATTENTION_ACTIONS[action].acts
    .flatMap((act) => (act === "query" || act === "review" ? [] : [act]))
    .filter(can);
  const asks = ATTENTION_ACTIONS[action].acts.includes("query") && mayAsk;
  // After this time without a result from queries, a person may decide.
  const decides = asks && can("decide");
  if (acts.length === 0 && !asks) return null;
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      {acts.map((act) => (
        <Button
          key={act}
          size="small"
          variant="secondary"
          onClick={() => start(act)}
          data-testid={`acquiring-fix-${act}`}
        >
          {t(`action.${act}`)}
        </Button>
      ))}
      {asks ? <QueryButton paymentId={payment.id} /> : null}
      {decides ? (
        <Button size="small" variant="secondary" onClick={() => start("decide")} data-testid="acquiring-decide">
          {t("action.decide")}
        </Button>
      ) : null}
    </div>
  );
}
