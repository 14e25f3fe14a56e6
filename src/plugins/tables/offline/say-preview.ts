import {
  count,
  entityWords,
  join,
  objectOf,
  objectsOf,
  plain,
  textOf,
  textsOf,
} from '../../../../samples/offline-model/kit.js';

const READY = 'The preview is ready: nothing is saved until you accept it.';

/** What `preview_table_config` shows, in a sentence or two; `openId`: the table that the page shows. */
export function sayTablePreview(data: unknown, id = '', openId?: string): string {
  const result = objectOf(data);
  const table = textOf(result['table']);
  const rows = count(Number(result['total_rows'] ?? 0), 'row');
  if (result['is_update'] !== false) {
    const changes = join(textsOf(result['changes']).map(plain)) || 'see the preview';
    const aside =
      openId === undefined || openId === id ? '' : ', which is not the one that is open';
    return `I changed “${table}”${aside}: ${changes}. It now shows ${rows}. ${READY}`;
  }
  const shown = objectOf(result['shown']);
  const headers = join(objectsOf(shown['columns']).map(({ header }) => textOf(header)));
  return `I built the table “${table}” on ${entityWords(textOf(shown['source']))} with the columns ${headers}; it shows ${rows}. ${READY}`;
}
