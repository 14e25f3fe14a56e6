import type { ErrorDetail } from '../../../../src/foundation/errors.js';
import type { JsonObject } from '../../../../src/foundation/json.js';
import { postJson } from '../../api/client.js';
import { findingsOf } from '../../changes/findings-of.js';
import { LIBRARY } from '../../library/queries.js';
import { t } from './texts.js';

/** What is wrong with a rule: it is simulated, and nothing is stored. */
export async function checkRule(body: JsonObject): Promise<readonly ErrorDetail[]> {
  const simulation = postJson(`${LIBRARY}/rules/simulate`, { workflow: body, record: {} });
  const findings = await findingsOf(simulation);
  const hasName = typeof body['name'] === 'string';
  return hasName ? findings : [{ path: 'name', message: t('must be a text') }, ...findings];
}
