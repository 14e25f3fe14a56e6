import type { ErrorDetail } from '../../../../src/foundation/errors.js';
import { isObject, type JsonObject } from '../../../../src/foundation/json.js';
import { findingsOf } from '../../changes/findings-of.js';
import { readRows } from './api.js';
import { t } from './texts.js';

/** What is wrong with a proposed table: one of its rows is read, and nothing is stored. */
export async function checkTable(body: JsonObject): Promise<readonly ErrorDetail[]> {
  const { name, config } = body;
  if (!isObject(config)) return [{ path: 'config', message: t('must be an object') }];
  const findings = await findingsOf(readRows({ config, limit: 1 }));
  const hasName = typeof name === 'string';
  return hasName ? findings : [{ path: 'name', message: t('must be a text') }, ...findings];
}
