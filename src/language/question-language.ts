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
      `allgemein allgemeinen anderen anderer anderes außerdem bedeuten bedeutet bereits bestimmte bestimmten bzw daher danach dabei darum davon deren
    dessen deswegen eben eigentlich einfach einmal etc etwa etwas falls fast ganz ganze ganzen gar geht genau genug gerade gerne gibt
    gleich habe haben hatte hätte hoch immer irgendetwas irgendjemand irgendwas jemand jemandem jemanden kein keine keinem keinen
    keiner keines könnte könnten lang lange lassen leicht lieber mach mache machen macht mal manche meine meinem meinen meiner
    meist mehr möchte möglich müsste neben nichts nie niemand niemandem nochmal normal normale normalen normaler normalerweise nun oft
    ohne ordentlich passiert pro richtig richtige sagt schnell sehr sei seien sein seine seinem seinen seiner selbst selber seit
    sogar sonstige sowie später statt steht tatsächlich trotzdem tue tun tut überhaupt unbedingt ungefähr unseren unserem
    unserer viel viele vielen vielleicht voll völlig vorher wäre wären weil weiter weitere weiteren wenig wirklich wirst
    wollen will willst worauf woran woraus worden worin worüber wovon wozu wurden würde würden zudem zuerst zunächst`,
    ),
  ]),
};

/** Lower-case words and numbers of a text; a number is one word, thousands marks or not. */
export function wordsOf(text: string): string[] {
  const joined = text.replace(/(?<=\d)[.,](?=\d{3}(?!\d))/g, '');
  return joined.toLowerCase().match(/\p{N}+(?:[.,]\p{N}+)*|[\p{L}\p{N}]+/gu) ?? [];
}

/** German where more of its words are German function words than English ones, or an umlaut says so. */
export function languageOf(text: string): Language {
  const words = wordsOf(text);
  const count = (language: Language) =>
    words.filter((word) => questionWords[language].has(word)).length;
  const marked = /[äöüß]/i.test(text) ? 1 : 0;
  return count('de') + marked > count('en') ? 'de' : 'en';
}
