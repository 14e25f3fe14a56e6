import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

type Words = Readonly<Record<string, string>>;

/** What people call the ERP's records and columns: for a model that goes by words. */
export const erpVocabulary = parse(
  readFileSync(new URL('./vocabulary.yaml', import.meta.url), 'utf8'),
) as Readonly<
  Record<
    | 'records'
    | 'columns'
    | 'columns_by_unit'
    | 'columns_by_preposition'
    | 'record_of_column'
    | 'asked',
    Words
  >
> & { country_codes: string; currency: string };
