import { createElement, Fragment, type ReactNode } from 'react';
import type changes from './de/changes.js';
import type chat from './de/chat.js';
import type shell from './de/shell.js';
import type tools from './de/tools.js';

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

/** In the order in which a text gives its forms. */
const CATEGORIES = ['zero', 'one', 'two', 'few', 'many', 'other'];

/** What stands behind this tells two equal English texts apart and is not shown. */
const MEANING = '##';

/** Texts of one language, made of the English ones. */
export class Texts {
  private readonly numbers: Intl.NumberFormat;
  private readonly plurals: Intl.PluralRules;
  private readonly forms: readonly string[];

  /** `own` has each English text in the language of `locale`; what it lacks stays English. */
  constructor(
    locale: string,
    private readonly own: Readonly<Record<string, string>>,
  ) {
    this.numbers = new Intl.NumberFormat(locale);
    this.plurals = new Intl.PluralRules(locale);
    const { pluralCategories } = this.plurals.resolvedOptions();
    this.forms = CATEGORIES.filter((name) => pluralCategories.some((one) => one === name));
  }

  /** The text in parts, in order: `{name}` is replaced by its value, and ` | ` parts the forms for `{n}`. */
  parts<V>(text: string, values: Readonly<Record<string, V>> = {}): (string | V)[] {
    const form = this.formFor(this.own[text] ?? text.split(MEANING)[0] ?? text, values['n']);
    return form.split(/\{(\w+)\}/).map((part, at) => {
      if (at % 2 === 0) return part;
      const value = values[part];
      if (value === undefined) return `{${part}}`;
      return typeof value === 'number' ? this.numbers.format(value) : value;
    });
  }

  private formFor(text: string, n: unknown): string {
    const forms = text.split(' | ');
    if (forms.length === 1 || typeof n !== 'number') return text;
    return forms[this.forms.indexOf(this.plurals.select(n))] ?? forms.at(-1) ?? text;
  }
}

/** What the other languages are loaded by; English is what stands in the code. */
const LOADERS = { de: () => import('./german.js') };

let problems: Readonly<Record<string, string>> = {};
let agents: Readonly<Record<string, string>> = {};
let texts = new Texts('en', {});
/** What dates and numbers are written by. */
export let formatLocale = 'en';

/** To be done before anything else of the page is loaded: what asks for a text while it is loaded gets the right one. */
export async function loadTexts(): Promise<void> {
  if (language === 'en') {
    formatLocale = locale;
    return;
  }
  // Texts that cannot be loaded are shown in English, with the dates and numbers of English.
  const loaded = await LOADERS[language]().catch(() => undefined);
  if (loaded === undefined) return;
  formatLocale = locale;
  problems = loaded.problems;
  agents = loaded.agents;
  texts = new Texts(locale, loaded.texts);
}

/** The ways to the texts of one part of the page; `German` is what it has in German, which names all of them. */
export function textsOf<German extends Readonly<Record<string, string>>>() {
  type Text = keyof German & string;
  return {
    /** A text in the user's language: `t('Open {name}', { name })`, `t('{n} rule | {n} rules', { n })`. */
    t: <T extends Text>(text: T, ...[values]: Values<T, string | number>): string =>
      texts.parts<string | number>(text, values).join(''),
    /** The same with elements among the values, each with a direction of its own. */
    rich: <T extends Text>(text: T, ...[values]: Values<T, ReactNode>): ReactNode =>
      texts
        .parts<ReactNode>(text, values)
        .map((part, at) => createElement(at % 2 === 0 ? Fragment : 'bdi', { key: at }, part)),
  };
}

/** What an error says to people: in their language where its code has a text in it, else the server's words. */
export function problemWords(code: string, message: string): string {
  return problems[code] ?? message;
}

/** What an agent says of itself, in the user's language where the page knows it. */
export function agentWords(text: string): string {
  return agents[text] ?? text;
}

/** A number as the user writes it, with so many digits after the point. */
export function number(value: number, digits = 0): string {
  const fraction = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(formatLocale, fraction).format(value);
}

/** The names that a text has in braces. */
type NamesIn<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** The values that a text needs, as the rest of a call's arguments. */
type Values<T extends string, V> = [NamesIn<T>] extends [never]
  ? []
  : [values: Readonly<Record<NamesIn<T>, V>>];

/** The texts of the core of the page; a plugin has its own beside them. */
export type CoreTexts = typeof changes & typeof chat & typeof shell & typeof tools;

export const { t, rich } = textsOf<CoreTexts>();
