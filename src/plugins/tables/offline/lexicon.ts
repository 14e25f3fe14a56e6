import { erpVocabulary } from '../../../../samples/erp/client/vocabulary.js';
import { readData } from '../../../../samples/offline-model/data.js';
import type { Lexicon } from '../../../../samples/offline-model/reading/concepts.js';
import { createLanguage } from '../../../../samples/offline-model/reading/language.js';

interface LexiconFile {
  phrases: Lexicon;
  compute: Readonly<Record<string, string>>;
  currencies: Readonly<Record<string, string>>;
}

/** Words for calculations of one column from others, and for currencies. */
export const { phrases, compute, currencies } = readData<LexiconFile>(
  new URL('./lexicon.yaml', import.meta.url),
);

/** English with the records of the ERP. */
export const tableLanguage = createLanguage([phrases], erpVocabulary);

/** Where the columns and values of the database are looked up. */
export const database = { schema: 'search_database_schema', enums: 'search_enums' };
