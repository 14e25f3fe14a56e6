import { createElement, Fragment, type ReactNode } from 'react';
import { Texts } from './format.js';
import { language, locale } from './language.js';
import type changes from './de/changes.js';
import type chat from './de/chat.js';
import type shell from './de/shell.js';
import type tools from './de/tools.js';

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
    /** The same with elements among the values. */
    rich: <T extends Text>(text: T, ...[values]: Values<T, ReactNode>): ReactNode =>
      texts
        .parts<ReactNode>(text, values)
        .map((part, key) => createElement(Fragment, { key }, part)),
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
