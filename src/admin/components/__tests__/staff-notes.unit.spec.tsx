import i18next from "i18next";
import { renderToStaticMarkup } from "react-dom/server";
import { initReactI18next } from "react-i18next";
import resources from "../../i18n";
import { HistoryEntry } from "../history";

test("a staff note is shown in full, also above the limit of gateway texts", async () => {
  await i18next.createInstance().use(initReactI18next).init({ lng: "en", resources });
  const note = "n".repeat(500);
  const html = renderToStaticMarkup(
    <HistoryEntry what="Refunded" at="2026-11-24T10:00:00.000Z" by={null} note={note} />,
  );
  expect(html).toContain(note);
});
