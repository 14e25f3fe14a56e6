import * as kit from '../../../../samples/offline-model/kit.js';
import { buildTable } from './build-table.js';
import { changeTable, previewTable } from './change-table.js';
import { deeds, tableLanguage } from './lexicon.js';
import { firstLook, fragment, isEllipsis, queryTable } from './rows.js';
import { tables } from './table-view.js';

/** A page or form by its name, or by the kind of record that it is about. */
const part = (listTool: string, noun: string): kit.Fill =>
  function* (world) {
    return (yield* kit.whichOne(world, { listTool, noun, byRecord: true })).name;
  };

/** What is to be done to records: "put the pending ones on hold", "let Maria Keller go", "give them a rating". */
const DEED =
  /^(?:[Pp]ut\s[^]*\son (?:hold|leave)\b|[Ll]et\s\p{Lu}\p{Ll}+\s\p{Lu}|[Gg]ive\s(?!me\b|us\b)[^]*\san?\s)/u;

/** "discontinue the knife", and what {@link DEED} tells. */
function isDeed({ text }: kit.Reading): boolean {
  const [first = '', ...rest] = text.trim().split(/\s/);
  return DEED.test(text.trim()) || (rest.length > 0 && deeds.has(first.toLowerCase()));
}

/** "below their reorder point" compares two columns. */
const COMPARED = /\b(?:below|under|above|over|than|exceeds?|exceeding)\s(?:its|their|the)\s/i;

/** How the model that comes with the server works with tables. */
export const tablesSkill = kit.createSkill({
  contextType: 'tables',
  idKey: 'config_id',
  language: tableLanguage,
  retells: true,
  facts: (reading, transcript) => ({
    'has.records': reading.all('entity.*').some(({ to }) => reading.lower(to - 1).endsWith('s')),
    'has.names': reading.tokens.some((token, at) => at > 0 && kit.isNameLike(token)),
    'is.deed': isDeed(reading),
    'has.compared': COMPARED.test(reading.text),
    'is.those': /^(those|everyone|everybody|everything|ones)$/.test(reading.lower(0)),
    'has.arrow': reading.says('->', '→'),
    'has.ellipsis': isEllipsis(reading, transcript),
  }),
  requests: kit.readData<kit.Requests>(new URL('./requests.yaml', import.meta.url)),
  plans: { buildTable, changeTable, previewTable, queryTable, fragment },
  first: firstLook,
  fill: {
    id: function* (world) {
      return (yield* kit.whichOne(world, tables, 'content')).id;
    },
    page: part('list_pages', 'page'),
    form: part('list_forms', 'form'),
    'list_table_configs.search': function* ({ reading }) {
      return kit.entityOf(reading)?.split('.')[1];
    },
    'search_database_schema.table': function* ({ reading }) {
      return reading.has('q.where') ? undefined : kit.entityOf(reading);
    },
  },
});
