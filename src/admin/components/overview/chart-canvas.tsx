import type { Chart as ChartOf, ChartConfiguration } from "chart.js";
import { useEffect, useRef, useState } from "react";
import type { ChartArea, ShownChart } from "./chart-config";
import { chartConfig } from "./chart-config";

/** Draws a chart in the colours of the dashboard's theme. Chart.js is loaded with the first chart. */
interface Props {
  readonly chart: ShownChart;
  /** Which category is pointed at or focused; null: none. */
  readonly active: number | null;
  readonly onArea: (area: ChartArea) => void;
}

const load = async (): Promise<typeof ChartOf> => {
  const { Chart, BarController, BarElement, LineController, LineElement, PointElement, ...parts } =
    await import("chart.js");
  const { CategoryScale, LinearScale, Tooltip } = parts;
  Chart.register(BarController, BarElement, LineController, LineElement, PointElement);
  Chart.register(CategoryScale, LinearScale, Tooltip);
  return Chart;
};

export function ChartCanvas({ chart, active, onArea }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const drawn = useRef<ChartOf | null>(null);
  const latest = useRef(chart);
  latest.current = chart;
  const content = JSON.stringify(chart);
  const theme = useTheme();
  useEffect(() => {
    let isGone = false;
    void load().then((Chart) => {
      if (isGone || !canvas.current) return;
      drawn.current = new Chart(canvas.current, chartConfig(latest.current, onArea) as ChartConfiguration);
    });
    return () => {
      isGone = true;
      drawn.current?.destroy();
      drawn.current = null;
    };
  }, [content, theme, onArea]);
  useEffect(() => {
    const shown = drawn.current;
    if (!shown) return;
    const elements =
      active === null ? [] : latest.current.series.map((_, datasetIndex) => ({ datasetIndex, index: active }));
    shown.setActiveElements(elements);
    shown.tooltip?.setActiveElements(elements, { x: 0, y: 0 });
    shown.update("none");
  }, [active, content]);
  // The tooltip is above the links, which take the mouse.
  return <canvas ref={canvas} aria-hidden="true" className="pointer-events-none relative z-10" />;
}

/** Changes when the reader switches between light and dark. */
function useTheme(): string {
  const read = (): string => document.documentElement.className;
  const [theme, setTheme] = useState(read);
  useEffect(() => {
    const observer = new MutationObserver(() => setTheme(read()));
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ["class"] });
    return () => observer.disconnect();
  }, []);
  return theme;
}
