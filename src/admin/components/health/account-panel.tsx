import { Alert, Badge, Container, Copy, Heading, StatusBadge, Text } from "@medusajs/ui";
import type { ReactNode } from "react";
import type { AccountHealth, HealthStatus } from "../../../api-schema/admin";
import { short } from "../../lib/view";
import { useTexts } from "../../lib/texts";
import { TestPaymentPanel } from "./test-payment";
import { TrafficChart } from "./traffic-chart";
import { UnmappedCodes } from "./unmapped-codes";

const COLOR: Record<HealthStatus, "green" | "orange" | "red"> = { healthy: "green", warning: "orange", failing: "red" };

export function AccountPanel({ account }: { account: AccountHealth }) {
  const { t } = useTexts();
  return (
    <Container className="flex flex-col gap-y-6 px-6 py-4" data-testid="acquiring-account" data-status={account.status}>
      <div className="flex flex-wrap items-center gap-2">
        <Heading level="h2">
          <bdi>{account.account}</bdi>
        </Heading>
        <StatusBadge color={COLOR[account.status]} data-testid="acquiring-status-of-account">
          {t(`health.status.${account.status}`)}
        </StatusBadge>
        {account.sandbox ? <Badge size="2xsmall">{t("health.sandbox")}</Badge> : null}
      </div>
      {account.findings.length === 0 ? <Text size="small">{t("health.allWell")}</Text> : null}
      <div className="flex flex-col gap-y-2 empty:hidden">
        {account.findings.map((finding, index) => (
          <Alert
            key={index}
            variant={account.status === "failing" ? "error" : "warning"}
            data-testid="acquiring-finding"
          >
            <span className="[overflow-wrap:anywhere]" dir="auto">
              {short(finding)}
            </span>
          </Alert>
        ))}
      </div>
      <Measured account={account} />
      <TrafficChart traffic={account.traffic} />
      <UnmappedCodes codes={account.unmapped} />
      <TestPaymentPanel account={account} />
    </Container>
  );
}

function Measured({ account }: { account: AccountHealth }) {
  const { t, moment } = useTexts();
  const { notifications, queue, signatures, address } = account;
  const when = (at: string | null): string => (at === null ? t("health.never") : moment(at));
  const rates = { notifications: "health.ofNotifications", answers: "health.ofAnswers" } as const;
  return (
    <dl className="grid grid-cols-1 gap-x-8 gap-y-3 md:grid-cols-2">
      <Row name={t("health.lastReceived")}>{when(notifications.last_received)}</Row>
      <Row name={t("health.lastVerified")}>{when(notifications.last_verified)}</Row>
      <Row name={t("health.lastFailed")}>{when(notifications.last_failed)}</Row>
      {notifications.last_failure === null ? null : (
        <Row name={t("health.lastFailure")}>{short(notifications.last_failure)}</Row>
      )}
      <Row name={t("health.queue")}>
        {queue.depth === 0
          ? t("health.queueEmpty")
          : t("health.queueDepth", { number: queue.depth, seconds: queue.oldest_seconds })}
      </Row>
      <Row name={t("health.signatures")}>
        {(["notifications", "answers"] as const).map((of) => (
          <span key={of} className="block">
            {t(rates[of], signatures[of])}
          </span>
        ))}
      </Row>
      <Row name={t("health.address")}>
        {t(`health.addressState.${address.state}`)}
        {address.since === null ? null : ` (${t("health.since", { moment: moment(address.since) })})`}
      </Row>
      <Row name={t("health.notifyUrl")}>
        <span className="flex items-center gap-x-1">
          <bdi className="break-all font-mono">{notifications.notify_url}</bdi>
          <Copy content={notifications.notify_url} variant="mini" aria-label={t("health.copyUrl")} />
        </span>
      </Row>
    </dl>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-ui-fg-subtle txt-compact-xsmall">{name}</dt>
      <dd className="txt-compact-small [overflow-wrap:anywhere]" dir="auto">
        {children}
      </dd>
    </div>
  );
}
