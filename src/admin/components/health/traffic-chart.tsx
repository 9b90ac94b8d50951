import { Heading, Table, Text } from "@medusajs/ui";
import type { AccountHealth } from "../../../api-schema/admin";
import { barsOf, lineOf, slowestOf, totalOf } from "../../lib/chart";
import { useTexts } from "../../lib/texts";

/** Requests and latency over time: a chart, with a sentence and a table for screen readers. */
const WIDTH = 960;
const HEIGHT = 180;

export function TrafficChart({ traffic }: { traffic: AccountHealth["traffic"] }) {
  const { t, locale } = useTexts();
  const { points } = traffic;
  const requests = totalOf(points, "requests");
  const number = (value: number): string => value.toLocaleString(locale);
  const summary = t("health.trafficText", {
    requests: number(requests),
    failed: number(totalOf(points, "failed")),
    slowest: number(slowestOf(points)),
  });
  return (
    <section className="flex flex-col gap-y-2" data-testid="acquiring-traffic">
      <Heading level="h3">{t("health.traffic")}</Heading>
      <Text size="small" className="text-ui-fg-subtle">
        {requests === 0 ? t("health.noTraffic") : summary}
      </Text>
      {requests === 0 ? null : (
        <>
          <Picture points={points} label={summary} />
          <Legend />
          <AsTable points={points} />
        </>
      )}
    </section>
  );
}

function Picture({ points, label }: { points: AccountHealth["traffic"]["points"]; label: string }) {
  const { moment, locale } = useTexts();
  return (
    <div>
      <div aria-hidden="true" className="txt-compact-xsmall text-ui-fg-subtle flex justify-between pb-1">
        <span>{Math.max(0, ...points.map(({ requests }) => requests)).toLocaleString(locale)}</span>
        <span>{slowestOf(points).toLocaleString(locale)} ms</span>
      </div>
      <svg
        viewBox={`0 0 ${String(WIDTH)} ${String(HEIGHT)}`}
        role="img"
        aria-label={label}
        className="h-44 w-full"
        preserveAspectRatio="none"
      >
        {barsOf(points, WIDTH, HEIGHT).map(({ point, x, width, height, failed }) => (
          <g key={point.at}>
            <rect
              x={x}
              y={HEIGHT - height}
              width={width}
              height={height}
              className="text-ui-tag-blue-border"
              fill="currentColor"
            />
            <rect
              x={x}
              y={HEIGHT - failed}
              width={width}
              height={failed}
              className="text-ui-tag-red-icon"
              fill="currentColor"
            />
          </g>
        ))}
        {(["p95", "p50"] as const).map((of) => (
          <path
            key={of}
            d={lineOf(points, of, WIDTH, HEIGHT)}
            fill="none"
            stroke="currentColor"
            strokeWidth={2}
            strokeDasharray={of === "p50" ? "4 3" : undefined}
            vectorEffect="non-scaling-stroke"
            className={of === "p50" ? "text-ui-tag-green-icon" : "text-ui-tag-orange-icon"}
          />
        ))}
      </svg>
      <div className="txt-compact-xsmall text-ui-fg-subtle flex justify-between border-t pt-1">
        <span>{moment(points[0]?.at ?? "")}</span>
        <span>{moment(points.at(-1)?.at ?? "")}</span>
      </div>
    </div>
  );
}

function Legend() {
  const { t } = useTexts();
  const marks = [
    { name: t("health.requests"), mark: "bg-ui-tag-blue-border h-2.5 w-2.5" },
    { name: t("health.failed"), mark: "bg-ui-tag-red-icon h-2.5 w-2.5" },
    { name: t("health.p50"), mark: "border-ui-tag-green-icon w-4 border-t-2 border-dashed" },
    { name: t("health.p95"), mark: "border-ui-tag-orange-icon w-4 border-t-2" },
  ];
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1">
      {marks.map(({ name, mark }) => (
        <li key={name} className="txt-compact-xsmall flex items-center gap-x-1.5">
          <span aria-hidden="true" className={mark} />
          {name}
        </li>
      ))}
    </ul>
  );
}

function AsTable({ points }: { points: AccountHealth["traffic"]["points"] }) {
  const { t, moment, locale } = useTexts();
  const number = (value: number | null): string => (value === null ? "–" : value.toLocaleString(locale));
  return (
    <details>
      <summary className="txt-compact-small cursor-pointer">{t("health.asTable")}</summary>
      <div className="mt-2 max-h-80 overflow-auto" tabIndex={0} role="region" aria-label={t("health.asTable")}>
        <Table>
          <Table.Header>
            <Table.Row>
              {(["time", "requests", "failed", "p50", "p95"] as const).map((name) => (
                <Table.HeaderCell key={name}>{t(`health.${name}`)}</Table.HeaderCell>
              ))}
            </Table.Row>
          </Table.Header>
          <Table.Body>
            {points
              .filter(({ requests }) => requests > 0)
              .map((point) => (
                <Table.Row key={point.at}>
                  <Table.Cell>{moment(point.at)}</Table.Cell>
                  <Table.Cell>{number(point.requests)}</Table.Cell>
                  <Table.Cell>{number(point.failed)}</Table.Cell>
                  <Table.Cell>{number(point.p50)}</Table.Cell>
                  <Table.Cell>{number(point.p95)}</Table.Cell>
                </Table.Row>
              ))}
          </Table.Body>
        </Table>
      </div>
    </details>
  );
}
