import type { Kind } from '../../../../samples/offline-model/kit.js';

/** Workflow rules, as things that a sentence can speak of. */
export const rules: Kind = { listTool: 'list_workflow_rules', noun: 'rule' };
