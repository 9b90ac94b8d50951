import { languageOf, LANGUAGES } from "../lib/languages";
import { useShop } from "../lib/shop-context";

/** The language of the payment step; currency and region stay. */
export function LanguageSwitch() {
  const { language, setLanguage } = useShop();
  return (
    <p className="language">
      <label htmlFor="language">Language of the payment step</label>
      <select
        id="language"
        data-testid="language"
        value={language.texts.language}
        onChange={({ target }) => setLanguage(languageOf(target.value))}
      >
        {LANGUAGES.map(({ name, texts }) => (
          <option key={texts.language} value={texts.language} lang={texts.language}>
            {name}
          </option>
        ))}
      </select>
    </p>
  );
}
