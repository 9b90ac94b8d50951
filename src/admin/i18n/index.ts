import de from "./json/de.json";
import en from "./json/en.json";
import es from "./json/es.json";
import fr from "./json/fr.json";
import it from "./json/it.json";
import pl from "./json/pl.json";

/** All texts of one language. English is the type: a missing text fails the build where it is used. */
export type Translation = typeof en;

/** For the dashboard's i18next, in our namespace. Medusa loads every file named index below this folder. */
const of = (translation: Translation) => ({ acquiring: translation });

export default { en: of(en), de: of(de), es: of(es), fr: of(fr), it: of(it), pl: of(pl) };
