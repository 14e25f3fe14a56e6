import { wordsOf } from './question-language.js';

/** What a word of a question is there for: it is asked about, done, only told along, or none of these. */
export type Role = 'subject' | 'deed' | 'along' | 'other';

/** A word of a question as it is written there, and its role. */
export interface PlayedRole {
  spelled: string;
  role: Role;
}

/**
 * What is only told along: a place, a time, a condition ("auf dem Dachboden", "wenn ich …"), and who has the duty
 * ("muss mein Chef"), for whom rules have a word of their own.
 */
const ALONG = [
  /(?<!\p{L})(?:auf|im|in|am|an|bei|beim|aus|vom|mit|nach|vor|während|wegen|hinter|neben|ohne|seit|(?:von|für)(?= (?:mein|dein|unser|ihr)))(?: (?:\p{Ll}{1,40}|[„"])){0,4}? \p{Lu}\p{L}{1,60}/gu,
  /(?:^|[,–—-] ?)(?:wenn|weil|falls|obwohl|da|nachdem|bevor|sobald)\s[^,?.]+/gu,
  /(?<!\p{L})(?:[Mm]uss|[Mm]üssen|[Dd]arf|[Dd]ürfen|[Kk]ann|[Kk]önnen|[Ss]oll|[Hh]at|[Ll]ässt) (?:mir |mich |uns )?(?:der|die|das|eine?|mein|meine|unser|unsere|ihre?) (?:\p{Ll}{1,40} )?\p{Lu}\p{L}{1,60}(?!.{0,300}(?<!\p{L})werden(?!\p{L}))/gu,
];
/** Inside a sentence a capital begins a noun. */
const NOUN = /(?<=[\p{L}\p{N},)“"–-] )[„“"(]?(\p{Lu}\p{L}+)/gu;
/** The verb behind "Wer" or "Was", and the one at the end. */
const DEED =
  /^(?:[Ww]er|[Ww]em|[Ww]as|[Ww]o) (\p{Ll}+)|(?<=\s)(\p{Ll}+?)(?: (?:werden|sein))?[\s?,.]*$/gu;

/** Tells the roles of the words, in small letters, of a German question. */
export function rolesIn(question: string): (word: string) => PlayedRole {
  const nouns = new Map(
    [...question.matchAll(NOUN)].map(([, noun = '']) => [noun.toLowerCase(), noun]),
  );
  const told = ALONG.flatMap((form) => [...question.matchAll(form)].map(([words]) => words));
  const along = new Set(told.flatMap(wordsOf));
  const clause = question.split(/(?<=[.!?:]) |, das | – /).at(-1) ?? '';
  const asking = told.reduce((text, words) => text.replace(words, ''), clause).trim();
  const deeds = new Set([...asking.matchAll(DEED)].map(([, second, last]) => second ?? last));
  return (word) => {
    const role = nouns.has(word) ? 'subject' : deeds.has(word) ? 'deed' : 'other';
    return { spelled: nouns.get(word) ?? word, role: along.has(word) ? 'along' : role };
  };
}
