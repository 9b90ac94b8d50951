import { Alert, Badge, Container, Copy, Heading, StatusBadge, Text } from "@medusajs/ui";
import type { ReactNode } from "react";
import type { AccountHealth, HealthVerdict } from "../../../api-schema/admin";
import { short } from "../../lib/view";
import { useTexts } from "../../lib/words";
import { TestPaymentPanel } from "./test-payment";
import { TrafficChart } from "./traffic-chart";
import { UnmappedCodes } from "./unmapped-codes";

/** How one account stands: what is wrong first, then what is measured. */
const COLOR: Record<HealthVerdict, "green" | "orange" | "red"> = { well: "green", watch: "orange", broken: "red" };

export function AccountPanel({ account }: { account: AccountHealth }) {
  const { say } = useTexts();
  return (
    <Container
      className="flex flex-col gap-y-6 px-6 py-4"
      data-testid="acquiring-account"
      data-verdict={account.verdict}
    >
      <div className="flex flex-wrap items-center gap-2">
        <Heading level="h2">
          <bdi>{account.account}</bdi>
        </Heading>
        <StatusBadge color={COLOR[account.verdict]} data-testid="acquiring-verdict-of-account">
          {say(`health.verdict.${account.verdict}`)}
        </StatusBadge>
        {account.sandbox ? <Badge size="2xsmall">{say("health.sandbox")}</Badge> : null}
      </div>
      {account.findings.length === 0 ? <Text size="small">{say("health.allWell")}</Text> : null}
      <div className="flex flex-col gap-y-2 empty:hidden">
        {account.findings.map((finding, index) => (
          <Alert
            key={index}
            variant={account.verdict === "broken" ? "error" : "warning"}
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
      <UnmappedCodes codes={account.unlisted} />
      <TestPaymentPanel account={account} />
    </Container>
  );
}

function Measured({ account }: { account: AccountHealth }) {
  const { say, moment } = useTexts();
  const { notifications, queue, signatures, address } = account;
  const when = (at: string | null): string => (at === null ? say("health.never") : moment(at));
  const rates = { notifications: "health.ofNotifications", answers: "health.ofAnswers" } as const;
  return (
    <dl className="grid grid-cols-1 gap-x-8 gap-y-3 md:grid-cols-2">
      <Row name={say("health.lastReceived")}>{when(notifications.last_received)}</Row>
      <Row name={say("health.lastVerified")}>{when(notifications.last_verified)}</Row>
      <Row name={say("health.lastFailed")}>{when(notifications.last_failed)}</Row>
      {notifications.last_failure === null ? null : (
        <Row name={say("health.lastFailure")}>{short(notifications.last_failure)}</Row>
      )}
      <Row name={say("health.queue")}>
        {queue.depth === 0
          ? say("health.queueEmpty")
          : say("health.queueDepth", { number: queue.depth, seconds: queue.oldest_seconds })}
      </Row>
      <Row name={say("health.signatures")}>
        {(["notifications", "answers"] as const).map((of) => (
          <span key={of} className="block">
            {say(rates[of], signatures[of])}
          </span>
        ))}
      </Row>
      <Row name={say("health.address")}>
        {say(`health.addressState.${address.state}`)}
        {address.since === null ? null : ` (${say("health.since", { moment: moment(address.since) })})`}
      </Row>
      <Row name={say("health.notifyUrl")}>
        <span className="flex items-center gap-x-1">
          <bdi className="break-all font-mono">{notifications.notify_url}</bdi>
          <Copy content={notifications.notify_url} variant="mini" aria-label={say("health.copyUrl")} />
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
