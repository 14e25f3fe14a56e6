import { LANGUAGES, chooseLanguage, language, type Language } from '../texts/language.js';
import { t } from '../texts/core.js';
import styles from './shell.module.css';

/** The language of the interface, of those there are, each by its own name. */
export function LanguageSelect() {
  return (
    <label className={styles.language} title={t('Language')}>
      <span className="visually-hidden">{t('Language')}</span>
      <select value={language} onChange={(event) => chooseLanguage(event.target.value as Language)}>
        {Object.entries(LANGUAGES).map(([tag, name]) => (
          <option key={tag} value={tag} lang={tag}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
