import type { PolicyDecision } from '../../agenttools/changes/policies/change-policy.js';
import { createLogger } from '../../foundation/logger.js';
import type { ConfigFile } from '../config/file/config-file.model.js';
import { warnOfMissingRoles } from './changes.module.js';

test.each<['none' | 'static', PolicyDecision, number]>([
  ['none', { policy: 'approver', role: 'lead' }, 1],
  ['none', { policy: 'refuse' }, 0],
  ['static', { policy: 'approver', role: 'lead' }, 0],
])('AUTH=%s with %j: %d warnings', (kind, decision, count) => {
  const lines: string[] = [];
  const logger = createLogger('warn', { write: (line) => void lines.push(line) });
  const policies = { rules: [{ when: {}, decision }], limits: {} };
  const sources = [{ id: 'flags', policies }] as unknown as ConfigFile['sources'];
  const auth = kind === 'none' ? { kind } : { kind, tokens: [] };
  warnOfMissingRoles({ auth }, { sources, pluginChanges: policies }, logger);
  expect(lines).toHaveLength(2 * count);
});
