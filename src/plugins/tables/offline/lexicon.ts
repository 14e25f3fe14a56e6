import { erpVocabulary } from '../../../../samples/erp/client/vocabulary.js';
import { readData } from '../../../../samples/offline-model/data.js';
import type { Lexicon } from '../../../../samples/offline-model/reading/concepts.js';
import { createLanguage } from '../../../../samples/offline-model/reading/language.js';

interface LexiconFile {
  phrases: Lexicon;
  kinds: Readonly<Record<string, string>>;
  said: Readonly<Record<string, string>>;
  compute: Readonly<Record<string, string>>;
  currencies: Readonly<Record<string, string>>;
}

/** Concept → kind of change; what may be said for a kind; words for calculations, and for currencies. */
export const { phrases, kinds, said, compute, currencies } = readData<LexiconFile>(
  new URL('./lexicon.yaml', import.meta.url),
);

/** English with the records of the ERP. */
export const tableLanguage = createLanguage([phrases], erpVocabulary);

/** Where the columns and values of the database are looked up. */
export const database = { schema: 'search_database_schema', enums: 'search_enums' };
