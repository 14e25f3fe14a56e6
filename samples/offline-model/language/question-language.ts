import { languageOfNames } from './language-of-names.js';
import { stopWords, wordSet, type Language } from './stop-words.js';

export type { Language };

/** Words of a question that say nothing about its subject: the stop words, and those of asking. */
export const questionWords: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: new Set([
    ...stopWords.en,
    ...wordSet(
      `according after again allowed also anybody anyone anything ask because before big during each else ever every everybody
    everyone everything exactly far fast find first get gets getting give go goes going got happen happens heavy high however
    i'm i've isn't know large least let like long look many maybe more most much myself need needs nobody normal normally off
    often okay old one only open ourselves perhaps properly quickly quite really rid right say says simply since small
    somebody someone something soon still show such tell then thing things though under until use used usually want wants
    way whether while whom whose within without yet yourself can't cannot don't doesn't won't what's who's`,
    ),
  ]),
  de: new Set([
    ...stopWords.de,
    ...wordSet(
      `allgemein allgemeinen anderen anderer anderes außerdem bedeuten bedeutet bereits bestimmte bestimmten bevor bzw
    dabei dagegen daher danach darum davon deren dessen deswegen eben eigentlich einfach einmal etc etwa etwas falls
    fast gab ganz ganze ganzen gar geht genau genug gerade gerne gibt gleich habe haben hätte hatte hoch immer
    irgendetwas irgendjemand irgendwas jemand jemandem jemanden jetzt kein keine keinem keinen keiner keines könnte
    könnten lang lange lassen leicht lieber mach mache machen macht mal manche mehr meine meinem meinen meiner meist
    möchte möglich müsste nachdem neben nichts nie niemand niemandem nochmal normal normale normalen normaler
    normalerweise nun obwohl oft ohne ordentlich passiert per pro richtig richtige sagt schnell sehr sei seien sein
    seine seinem seinen seiner seit selber selbst sogar sondern sonstige sowie später statt steht tatsächlich trotzdem
    tue tun tut überhaupt unbedingt ungefähr unserem unseren unserer viel viele vielen vielleicht voll völlig vorher
    wäre wären weil weiter weitere weiteren wenig will willst wirklich wirst wollen woran worauf woraus worden worin
    worüber wovon wozu würde wurden würden zudem zuerst zunächst`,
    ),
  ]),
};

/** Words and numbers of a text; a number is one word, thousands marks or not. */
export function spelledWordsOf(text: string): string[] {
  const joined = text.replace(/(?<=\d)[.,](?=\d{3}(?!\d))/g, '');
  return joined.match(/\p{N}+(?:[.,]\p{N}+)*|[\p{L}\p{N}]+/gu) ?? [];
}

/** The same in small letters. */
export function wordsOf(text: string): string[] {
  return spelledWordsOf(text.toLowerCase());
}

/**
 * German where more of its words are German function words than English ones, or an umlaut says so; of few words
 * that tell nothing the thesaurus knows the language.
 */
export function languageOf(text: string): Language {
  const words = wordsOf(text);
  const count = (language: Language) =>
    words.filter((word) => questionWords[language].has(word)).length;
  const [english, german] = [count('en'), count('de') + (/[äöüß]/i.test(text) ? 1 : 0)];
  if (english + german === 0 && words.length <= FEW) return languageOfNames(spelledWordsOf(text));
  return german > english ? 'de' : 'en';
}

const FEW = 3;
