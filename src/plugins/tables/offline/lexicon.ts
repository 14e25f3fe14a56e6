import { erpVocabulary } from '../../../../samples/erp/client/vocabulary.js';
import { createLanguage, readData, type Lexicon } from '../../../../samples/offline-model/kit.js';

interface LexiconFile {
  phrases: Lexicon;
  kinds: Readonly<Record<string, string>>;
  said: Readonly<Record<string, string>>;
  sorts: readonly { says: string; columns?: string; type: string }[];
  looks: Readonly<Record<string, string>>;
  look_texts: Readonly<Record<string, string>>;
  compute: Readonly<Record<string, string>>;
  currencies: Readonly<Record<string, string>>;
}

/** Words and concepts of tables, as `lexicon.yaml` tells them. */
export const { phrases, kinds, said, sorts, looks, look_texts, compute, currencies } =
  readData<LexiconFile>(new URL('./lexicon.yaml', import.meta.url));

/** English with the records of the ERP. */
export const tableLanguage = createLanguage([phrases], erpVocabulary);

/** Where the columns and values of the database are looked up. */
export const database = { schema: 'search_database_schema', enums: 'search_enums' };
