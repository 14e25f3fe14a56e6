/** English function words: they say nothing of what is asked for. Data, from the usual closed classes. */
export const stopWords: ReadonlySet<string> = new Set(
  [
    'a an the this that these those some all',
    'and or but if than so too very just as no not',
    'of at by for with about to from in on into up out',
    'i me my we us our you your he she it they them his her its their',
    'is are was were be been being am do does did have has had',
    'can could will would should may might must shall',
    'what which who how when where why there here any please',
  ].flatMap((line) => line.split(' ')),
);
