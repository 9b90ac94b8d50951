import deNames from "../../texts/attention-names/de.json";
import enNames from "../../texts/attention-names/en.json";
import esNames from "../../texts/attention-names/es.json";
import frNames from "../../texts/attention-names/fr.json";
import itNames from "../../texts/attention-names/it.json";
import plNames from "../../texts/attention-names/pl.json";
import de from "./json/de.json";
import en from "./json/en.json";
import es from "./json/es.json";
import fr from "./json/fr.json";
import it from "./json/it.json";
import pl from "./json/pl.json";

type Own = typeof en;
type Names = typeof enNames;

const withNames = (own: Own, name: Names) => ({ ...own, attention: { ...own.attention, name } });

/** All texts of one language. English is the type: a missing text fails the build where it is used. */
export type Translation = ReturnType<typeof withNames>;

/** For the dashboard's i18next, in our namespace. Medusa loads every file named index below this folder. The server uses the names, too. */
const of = (own: Own, names: Names) => ({ acquiring: withNames(own, names) });

export default {
  en: of(en, enNames),
  de: of(de, deNames),
  es: of(es, esNames),
  fr: of(fr, frNames),
  it: of(it, itNames),
  pl: of(pl, plNames),
};
