import i18next from "i18next";
import { renderToStaticMarkup } from "react-dom/server";
import { initReactI18next } from "react-i18next";
import resources from "../../../i18n";
import type { UrlState } from "../../../lib/use-url-state";
import { noChoices, PeriodFilters } from "../period-filters";

const addressOf = (query: string): UrlState => {
  const params = new URLSearchParams(query);
  return {
    all: (name) => params.getAll(name),
    one: (name) => params.get(name),
    set: () => undefined,
    replace: () => undefined,
    pick: () => params,
  };
};

async function drawn(query: string): Promise<string> {
  await i18next.createInstance().use(initReactI18next).init({ lng: "en", resources });
  const days = { from: "2026-11-01", to: "2026-11-30" };
  return renderToStaticMarkup(<PeriodFilters address={addressOf(query)} data={noChoices("2026-11-30")} days={days} />);
}

test("chosen filters stay visible when they leave no data to choose from", async () => {
  const html = await drawn("method=giropay&sales_channel=-&currency=USD&account=main&account=other");
  for (const label of [": giropay", ": Not known", ": USD", ": main, other"]) expect(html).toContain(label);
});

test("without data and without a choice there is no menu of methods, channels and currencies", async () => {
  const html = await drawn("");
  for (const name of ["Method", "Sales channel", "Currency"]) expect(html).not.toContain(`acquiring-filter-${name}`);
});
