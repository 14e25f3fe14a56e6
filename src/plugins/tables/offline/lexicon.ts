import { erpVocabulary } from '../../../../samples/erp/client/vocabulary.js';
import * as kit from '../../../../samples/offline-model/kit.js';

interface LexiconFile {
  phrases: kit.Lexicon;
  kinds: Readonly<Record<string, string>>;
  unheaded: Readonly<Record<string, string>>;
  deeds: string;
  said: Readonly<Record<string, string>>;
  sorts: readonly { says: string; columns?: string; type: string }[];
  compute: Readonly<Record<string, string>>;
  currencies: Readonly<Record<string, string>>;
}

/** Words and concepts of tables, as `lexicon.yaml` tells them. */
const file = kit.readData<LexiconFile>(new URL('./lexicon.yaml', import.meta.url));
export const { phrases, kinds, unheaded, sorts, compute, currencies } = file;
/** Verbs of what is done to records. */
export const deeds = kit.wordSet(file.deeds);

/** The concepts and words that kinds of change, and arguments of calls, may be said by. */
export function sayable(kinds: readonly string[]): { concepts: string[]; texts: string[] } {
  const words = kinds.flatMap((kind) => file.said[kind]?.split(' ') ?? []);
  const isConcept = (word: string) => word.includes('.') || word === 'negation';
  return { concepts: words.filter(isConcept), texts: words.filter((word) => !isConcept(word)) };
}

/** `asks.city country`: what a question asks for without naming a column. */
const asked = Object.fromEntries(
  Object.entries(erpVocabulary.asked).map(([columns, said]) => [`asks.${columns}`, said]),
);

/** English with the records of the ERP. */
export const tableLanguage = kit.createLanguage([phrases, asked], erpVocabulary);

/** Where the columns and values of the database are looked up. */
export const database = { schema: 'search_database_schema', enums: 'search_enums' };
