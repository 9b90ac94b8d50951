import type { ChartConfiguration, ChartDataset } from "chart.js";

/** What a chart shows, and the same for Chart.js. Values are for the eye: the table behind the chart has the exact ones. */
export type ChartColor = "green" | "red" | "blue" | "orange" | "purple" | "grey";

export interface ChartSeries {
  readonly name: string;
  /** One for each label; null: a gap. */
  readonly values: readonly (number | null)[];
  readonly color: ChartColor;
  readonly kind?: "bar" | "line" | "dashed";
}

export interface ShownChart {
  readonly labels: readonly string[];
  readonly series: readonly ChartSeries[];
  /** `row`: horizontal bars, for names. */
  readonly axis: "column" | "row";
  readonly isStacked?: boolean;
  /** Counts: no fractions on the axis. */
  readonly isWhole?: boolean;
  readonly format: (value: number) => string;
}

/** Where the bars are, in pixels of the canvas. */
export interface ChartArea {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const VARIABLE: Readonly<Record<ChartColor, string>> = {
  green: "--tag-green-icon",
  red: "--tag-red-icon",
  blue: "--tag-blue-icon",
  orange: "--tag-orange-icon",
  purple: "--tag-purple-icon",
  grey: "--tag-neutral-icon",
};

const colorOf = (variable: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(variable).trim() || "gray";

const LONGEST_LABEL = 22;
const cut = (label: string): string => (label.length > LONGEST_LABEL ? `${label.slice(0, LONGEST_LABEL - 1)}…` : label);

function dataset({ name, values, color, kind = "bar" }: ChartSeries): ChartDataset<"bar" | "line"> {
  const tone = colorOf(VARIABLE[color]);
  const common = { label: name, data: [...values], backgroundColor: tone, borderColor: tone };
  if (kind === "bar") return { ...common, type: "bar", maxBarThickness: 28 };
  const dash = kind === "dashed" ? [5, 4] : [];
  return { ...common, type: "line", borderDash: dash, borderWidth: 2, pointRadius: 1.5, tension: 0, spanGaps: false };
}

export function chartConfig(
  { labels, series, axis, isStacked = false, isWhole = false, format }: ShownChart,
  onArea: (area: ChartArea) => void,
): ChartConfiguration<"bar" | "line"> {
  const ticks = { color: colorOf("--fg-subtle"), font: { size: 11 } };
  const grid = { color: colorOf("--border-base") };
  const names = {
    stacked: isStacked,
    grid: { display: false },
    ticks: { ...ticks, maxRotation: 0, autoSkipPadding: 12 },
  };
  const amounts = {
    stacked: isStacked,
    beginAtZero: true,
    grid,
    border: { display: false },
    ticks: {
      ...ticks,
      ...(isWhole ? { precision: 0 } : {}),
      maxTicksLimit: 5,
      callback: (value: string | number) => format(Number(value)),
    },
  };
  return {
    type: "bar",
    data: { labels: labels.map(cut), datasets: series.map(dataset) },
    options: {
      indexAxis: axis === "row" ? "y" : "x",
      animation: false,
      responsive: true,
      maintainAspectRatio: false,
      // The links above the canvas point at a category, not the mouse.
      events: [],
      scales: axis === "row" ? { x: amounts, y: names } : { x: names, y: amounts },
      plugins: {
        tooltip: {
          mode: "index",
          callbacks: {
            title: ([first]) => (first ? (labels[first.dataIndex] ?? "") : ""),
            label: ({ dataset: { label }, parsed }) =>
              ` ${label ?? ""}: ${format(Number(axis === "row" ? parsed.x : parsed.y))}`,
          },
        },
      },
    },
    plugins: [
      {
        id: "acquiring-area",
        afterLayout: ({ chartArea: { left, top, width, height } }) => onArea({ left, top, width, height }),
      },
    ],
  };
}
