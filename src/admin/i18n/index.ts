import { de } from "./de/words";
import { en } from "./en/words";
import type { Translation } from "./en/words";
import { es } from "./es/words";
import { fr } from "./fr/words";
import { it } from "./it/words";
import { pl } from "./pl/words";

/**
 * What the dashboard's i18next is given: our words under a namespace of our own, by the dashboard's language codes.
 * The dashboard takes every file named index below this folder for one like this, so no other has that name.
 */
const of = (translation: Translation) => ({ acquiring: translation });

export default { en: of(en), de: of(de), es: of(es), fr: of(fr), it: of(it), pl: of(pl) };
