import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import i18next from "i18next";
import { renderToStaticMarkup } from "react-dom/server";
import { initReactI18next } from "react-i18next";
import { StaticRouter } from "react-router-dom";
import resources from "../../../i18n";
import { RequestRefusal } from "../../../lib/client";
import OverviewRoute from "../../../routes/acquiring/overview/page";

const DAYS = "from=2026-11-20&to=2026-11-01";

async function drawn(error: Error): Promise<string> {
  await i18next.createInstance().use(initReactI18next).init({ lng: "en", resources });
  const queries = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } });
  const query = queries.getQueryCache().build(queries, { queryKey: ["acquiring", "overview", DAYS] });
  query.setState({ status: "error", error });
  return renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <StaticRouter location={`/acquiring/overview?${DAYS}`}>
        <OverviewRoute />
      </StaticRouter>
    </QueryClientProvider>,
  );
}

test("a period that the server refuses keeps the filters, and the page says why as text", async () => {
  const html = await drawn(new RequestRefusal(400, "from: it is <b>after</b> to."));
  expect(html).toContain("from: it is &lt;b&gt;after&lt;/b&gt; to.");
  expect(html).toContain('data-testid="acquiring-overview-filters"');
  expect(html).toContain("2026-11-20 – 2026-11-01");
  expect(html).not.toContain('data-testid="acquiring-error"');
});

test("any other failure says that the overview could not be loaded", async () => {
  const html = await drawn(new Error("The server answered HTTP 502."));
  expect(html).toContain('data-testid="acquiring-error"');
  expect(html).not.toContain('data-testid="acquiring-overview-filters"');
});
