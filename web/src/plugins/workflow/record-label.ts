import type { JsonObject } from '../../../../src/foundation/json.js';
import { t } from './texts.js';

const MOST = 3;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-/i;

/** What people know a record by: its first short texts and numbers, without ids. */
export function recordLabel(record: JsonObject): string {
  const told = Object.entries(record).flatMap(([key, value]) =>
    isTelling(key, value) ? [String(value)] : [],
  );
  return told.slice(0, MOST).join(' · ') || t('A record without a name');
}

function isTelling(key: string, value: unknown): boolean {
  if (key === 'id' || key.endsWith('_id')) return false;
  if (typeof value === 'number') return true;
  return typeof value === 'string' && value !== '' && value.length <= 60 && !UUID.test(value);
}
