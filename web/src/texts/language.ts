/** The languages of the interface, by their own names. Another one needs its texts: see web/README.md. */
export const LANGUAGES = { de: 'Deutsch', en: 'English' } as const;

export type Language = keyof typeof LANGUAGES;

const KEPT = 'sextant.language';

/** The language of the interface: the one chosen on the page, else the first of the browser's that there is. */
export const language: Language = chosenOf(kept(), wished());

/** What dates and numbers are written by: the browser's own region of that language. */
export const locale: string = localeOf(language, wished());

if (typeof document !== 'undefined') document.documentElement.lang = language;

/** Which of the languages it is, given what was chosen on the page and what the browser wishes; English where none fits. */
export function chosenOf(chosen: string | null, tags: readonly string[]): Language {
  const found = [chosen ?? '', ...tags].map(languageOf).find((one) => one !== undefined);
  return found ?? 'en';
}

/** The region among the browser's wishes; Chromium has `en-US@posix` where the system has no locale, which `Intl` throws at. */
export function localeOf(chosen: Language, tags: readonly string[]): string {
  return tags.find((tag) => languageOf(tag) === chosen && isTag(tag)) ?? chosen;
}

function isTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/** Keeps another language for this browser; the page is loaded again with it. */
export function chooseLanguage(next: Language): void {
  try {
    localStorage.setItem(KEPT, next);
  } catch {
    // Without storage there is nothing to load it again with.
    return;
  }
  location.reload();
}

function languageOf(tag: string): Language | undefined {
  const [name = ''] = tag.toLowerCase().split('-');
  return Object.hasOwn(LANGUAGES, name) ? (name as Language) : undefined;
}

/** Outside of a browser, as in tests, the language does not depend on the machine. */
function wished(): readonly string[] {
  return typeof document === 'undefined' ? ['en'] : navigator.languages;
}

function kept(): string | null {
  try {
    return typeof document === 'undefined' ? null : localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}
