import type { Reading } from '../reading/reading.js';

/** Small words that tell a language; none of them is an English word too. */
const SMALL: Readonly<Record<string, string>> = {
  German:
    'der das ein eine einen einem einer eines und oder nicht kein keine wenn sobald bei jede jeden jeder jedem wird werden ist sind hat haben nach mit von zu zum zur über unter aus auf nur alle alles außer ohne bitte wie welche welcher welches wer wann warum gibt es für den dem sich auch noch nenne zeige schalte benachrichtige informieren falls bis ab wieviele viele neue neuen neuer',
  French:
    'le la les un une des du et ou pas si quand lorsque chaque est sont avec pour dans sur sans sauf tous toutes seulement affiche montre les au aux plus de que qui quel quelle combien prévenez envoie',
  Spanish:
    'el los las una y o no cuando cada es son con para en sin salvo todos todas solo muestra por qué quién cuál cuántos un del al avísame envía supere',
};
const tables = Object.entries(SMALL).map(
  ([name, words]) => [name, new Set(words.split(' '))] as const,
);
/** Words that English has too. */
const SHARED = new Set(
  'no in on so an am a i me he the or is as at by es o y un plus si was hat des die war'.split(' '),
);

/** In their own words, for those who wrote in it. */
const ALSO: Readonly<Record<string, string>> = {
  German: 'Regeln und Tabellen verstehe ich nur auf Englisch.',
  French: 'Pour les règles et les tableaux, je ne comprends que l’anglais.',
  Spanish: 'Para reglas y tablas solo entiendo inglés.',
};

/** The language a request is written in when it is not English, as far as its small words tell. */
export function foreignLanguage({ tokens }: Reading): string | undefined {
  const words = tokens.filter((token) => token.kind === 'word' || token.kind === 'number');
  const share = tables.map(([name, small]) => {
    const said = words.filter((token) => {
      const word = token.text.toLowerCase();
      return small.has(word) && !SHARED.has(word);
    });
    return { name, share: said.length / Math.max(1, words.length), count: said.length };
  });
  const best = share.toSorted((a, b) => b.share - a.share)[0];
  const accents = words.filter((token) => /[äöüßéèêàçñ¿¡óíú]/i.test(token.text)).length;
  if (best === undefined || best.count === 0) return undefined;
  return best.share >= 0.25 || (best.share >= 0.14 && (accents > 0 || best.count > 1))
    ? best.name
    : undefined;
}

/** Says that only English is understood here. */
export function sayForeign(language: string): string {
  return `I understand rules and tables in English only, so I have changed nothing. ${ALSO[language] ?? ''} Please say it in English.`;
}
