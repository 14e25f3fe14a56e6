/** The two languages in which questions are read. */
export type Language = 'en' | 'de';

/** Words of a question that say nothing about its subject, beside the general stop words. */
export const questionWords: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: wordSet(
    `a about according after again all allowed also am an and any are as ask at be been before being big but by can could did
    do does during each else ever every far fast find first for from get give had happen happens has have heavy her here
    high his how i if in into is it its just know large least let like long look many may me more most much must my need
    not of off often old on one only open or our out please quickly say says shall should since small so some something soon
    still show such tell than that the their them then there these they this those to too under until up us use used very was
    way we were what when where whether which while who whom whose why will with within without would you your`,
  ),
  de: wordSet(
    `ab aber alle allen als also am an auch auf aus bei beim bin bis bitte da damit dann das dass dazu dem den denn der des
    die dies diese dieser doch dort du durch ein eine einem einen einer eines er es etwas für gegen gibt haben hat hoch hier
    ich ihr ihre im in innerhalb ist ja jede jeder jedes kann können lang lange man mehr mein mich mir mit muss müssen nach
    nicht noch nur oder ob oft schnell schon sich sie sind so soll sollen sonst tun über um und uns unser unsere unter viel
    viele vom von vor wann war warum was welche welchem welchen welcher welches wem wen wenn wer werden wessen wie wieso
    wird wo wohin wurde zu zum zur zwischen darf dürfen es geht sagt steht macht machen passiert`,
  ),
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

function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}
