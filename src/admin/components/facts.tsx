import { Copy, Text } from "@medusajs/ui";
import type { ReactNode } from "react";
import type { AdminPayment } from "../../contract/admin";
import { words } from "../i18n/en";

/** Card, numbers, 3-D Secure, risk: what an admin reads out on the telephone. */
export function Facts({ payment }: { payment: AdminPayment }) {
  const { card, three_ds: threeDs, risk } = payment;
  return (
    <dl className="flex flex-col gap-y-2">
      {card ? (
        <Row name={words.card}>
          {card.brand ? <span className="capitalize">{card.brand} </span> : null}
          <span className="font-mono">{card.mask}</span>
        </Row>
      ) : null}
      {payment.gateway_payment_id === null ? null : (
        <Row name={words.gatewayId}>
          <Copyable value={payment.gateway_payment_id} />
        </Row>
      )}
      <Row name={words.orderNo}>
        <Copyable value={payment.order_no} />
      </Row>
      {threeDs ? (
        <Row name={words.threeDs}>
          {threeDs.used === null ? "" : threeDs.used ? words.used : words.notUsed} {threeDs.result?.slice(0, 120)}
        </Row>
      ) : null}
      {risk ? (
        <Row name={words.risk}>
          {[risk.action, risk.score].filter((part) => part !== null).join(" · ")}
          {risk.reasons.map(({ name, status }) => (
            <span key={name} className="text-ui-fg-subtle block">
              {name}: {status}
            </span>
          ))}
        </Row>
      ) : null}
    </dl>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[7rem_1fr] items-start gap-x-3">
      <dt className="text-ui-fg-subtle txt-compact-small">{name}</dt>
      <dd className="txt-compact-small break-all" dir="auto">
        {children}
      </dd>
    </div>
  );
}

function Copyable({ value }: { value: string }) {
  return (
    <span className="flex items-center gap-x-1">
      <Text size="small" className="break-all font-mono">
        {value}
      </Text>
      <Copy content={value} variant="mini" aria-label={`Copy ${value}`} />
    </span>
  );
}
