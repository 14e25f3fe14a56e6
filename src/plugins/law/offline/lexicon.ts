import { stemOf } from '../../../foundation/word-stems.js';
import type { Language } from '../../../foundation/question-language.js';

/** Words of questions about the law that say where to look, and nothing of what for. */
const placeWords: Readonly<Record<Language, readonly string[]>> = {
  en: words(
    `law laws ordinance ordinances section sections provision provisions paragraph rule rules regulation regulations
    regulate regulated regulates code act statute statutes apply applies graph research compare find explain refer refers`,
  ),
  de: words(
    `gesetz gesetze verordnung verordnungen satzung satzungen paragraph paragraphen vorschrift vorschriften regelung
    regelungen regelt gilt gelten recht vergleiche finde erkläre verweist`,
  ),
};

const stems: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: new Set(placeWords.en.map((word) => stemOf(word, 'en'))),
  de: new Set(placeWords.de.map((word) => stemOf(word, 'de'))),
};

/** True for a word, by its stem, that only names where laws are written. */
export function namesPlace(stem: string, language: Language): boolean {
  return stems[language].has(stem);
}

function words(text: string): string[] {
  return text.split(/\s+/);
}
