import { de } from "./de";
import { en } from "./en";
import type { Translation } from "./en";
import { es } from "./es";
import { fr } from "./fr";
import { it } from "./it";
import { pl } from "./pl";

/** What the dashboard's i18next is given: our words under a namespace of our own, by the dashboard's language codes. */
const of = (translation: Translation) => ({ acquiring: translation });

export default { en: of(en), de: of(de), es: of(es), fr: of(fr), it: of(it), pl: of(pl) };
