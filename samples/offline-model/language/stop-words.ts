/** The two languages in which questions are read. */
export type Language = 'en' | 'de';

/**
 * The function words of each language: they say nothing of what is asked for. Data, from the usual closed classes.
 * Stems of stored keywords were made without them, so another word needs a migration of those.
 */
export const stopWords: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: wordSet(
    `a an the this that these those some all and or but if than so too very just as no not of at by for with about to from
    in on into up out i me my we us our you your he she it they them his her its their is are was were be been being am do
    does did have has had can could will would should may might must shall what which who how when where why there here any
    please`,
  ),
  de: wordSet(
    `ab aber alle allen als also am an auch auf aus bei beim bin bis bitte da damit dann das dass dazu dem den denn der des
    die dies diese dieser doch dort du durch ein eine einem einen einer eines er es etwas für gegen haben hat hier ich ihr
    ihre im in innerhalb ist ja jede jeder jedes kann können man mein mich mir mit muss müssen nach nicht noch nur oder ob
    schon sich sie sind so soll sollen sonst über um und uns unser unsere unter vom von vor wann war warum was welche
    welchem welchen welcher welches wem wen wenn wer werden wessen wie wieso wird wo wohin wurde zu zum zur zwischen darf
    dürfen`,
  ),
};

export function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}
