import { Button, Container, Heading, Table, Text } from "@medusajs/ui";
import { useId, useState } from "react";
import { Link } from "react-router-dom";
import { useTexts } from "../../lib/texts";
import { ChartCanvas } from "./chart-canvas";
import type { ChartArea, ChartColor, ShownChart } from "./chart-config";
import { ChartLinks } from "./chart-links";

/** A chart with its legend, and the table behind it. */
export interface OverviewRow {
  readonly name: string;
  readonly cells: readonly string[];
  /** The payments behind the row; null: there is no list. */
  readonly to: string | null;
}

export interface SectionProps {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly chart: ShownChart;
  readonly columns: readonly string[];
  /** One for each label of the chart. */
  readonly rows: readonly OverviewRow[];
  /** Shown when there is nothing to draw. */
  readonly empty: string;
}

const MARK: Readonly<Record<ChartColor, string>> = {
  green: "bg-ui-tag-green-icon",
  red: "bg-ui-tag-red-icon",
  blue: "bg-ui-tag-blue-icon",
  orange: "bg-ui-tag-orange-icon",
  purple: "bg-ui-tag-purple-icon",
  grey: "bg-ui-tag-neutral-icon",
};

export function ChartSection(props: SectionProps) {
  const { id, title, text, chart, rows, empty } = props;
  const { t } = useTexts();
  const [isTable, setIsTable] = useState(false);
  const heading = useId();
  const isEmpty = chart.series.every(({ values }) => values.every((value) => (value ?? 0) === 0));
  return (
    <Container
      className="flex flex-col gap-y-3 px-6 py-4"
      aria-labelledby={heading}
      data-testid={`acquiring-chart-${id}`}
    >
      <div className="flex items-start justify-between gap-3">
        <div>
          <Heading level="h2" id={heading}>
            {title}
          </Heading>
          <Text size="small" className="text-ui-fg-subtle">
            {isEmpty ? empty : text}
          </Text>
        </div>
        {isEmpty ? null : (
          <Button
            size="small"
            variant="transparent"
            className="shrink-0"
            aria-label={`${isTable ? t("overview.asChart") : t("overview.asTable")}: ${title}`}
            onClick={() => setIsTable(!isTable)}
          >
            {isTable ? t("overview.asChart") : t("overview.asTable")}
          </Button>
        )}
      </div>
      {isEmpty ? null : isTable ? <AsTable {...props} /> : <Picture {...{ title, chart, rows }} />}
    </Container>
  );
}

const ROW_PX = 34;
const AXIS_PX = 40;

function Picture({ title, chart, rows }: Pick<SectionProps, "title" | "chart" | "rows">) {
  const { t } = useTexts();
  const [area, setArea] = useState<ChartArea | null>(null);
  const [active, setActive] = useState<number | null>(null);
  const height = chart.axis === "row" ? rows.length * ROW_PX + AXIS_PX : 220;
  const links = rows.flatMap(({ name, cells, to }) =>
    to === null ? [] : [{ label: `${name}: ${cells.join(", ")}`, to }],
  );
  return (
    <div className="flex flex-col gap-y-2">
      <div className="relative" style={{ height }}>
        <ChartCanvas {...{ chart, active }} onArea={useSame(setArea)} />
        {area === null || links.length !== rows.length ? null : (
          <ChartLinks
            name={t("overview.bars", { title })}
            axis={chart.axis}
            onActive={setActive}
            {...{ links, area }}
          />
        )}
      </div>
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {chart.series.map(({ name, color, kind }) => (
          <li key={name} className="txt-compact-xsmall flex items-center gap-x-1.5">
            <span
              aria-hidden="true"
              className={`${MARK[color]} ${kind === "dashed" || kind === "line" ? "h-0.5 w-4" : "size-2.5 rounded-sm"}`}
            />
            {name}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Keeps the area until it differs: the chart reports it with each drawing. */
function useSame(set: (change: (before: ChartArea | null) => ChartArea) => void): (area: ChartArea) => void {
  const [keep] = useState(
    () => (area: ChartArea) =>
      set((before) => (JSON.stringify(before) === JSON.stringify(area) ? (before ?? area) : area)),
  );
  return keep;
}

function AsTable({ title, columns, rows }: SectionProps) {
  return (
    <div className="max-h-80 overflow-auto" tabIndex={0} role="region" aria-label={title}>
      <Table>
        <Table.Header>
          <Table.Row>
            {columns.map((name) => (
              <Table.HeaderCell key={name}>{name}</Table.HeaderCell>
            ))}
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {rows.map(({ name, cells, to }) => (
            <Table.Row key={name}>
              <Table.Cell>
                {to === null ? (
                  <bdi>{name}</bdi>
                ) : (
                  <Link
                    to={to}
                    className="text-ui-fg-base focus-visible:shadow-borders-focus rounded-sm underline outline-none"
                  >
                    <bdi>{name}</bdi>
                  </Link>
                )}
              </Table.Cell>
              {cells.map((cell, index) => (
                <Table.Cell key={index} className="whitespace-nowrap">
                  {cell}
                </Table.Cell>
              ))}
            </Table.Row>
          ))}
        </Table.Body>
      </Table>
    </div>
  );
}
