import { defineTool } from '../../../agenttools/define-tool.js';
import { show } from '../../../platform/lists.js';
import { condenseDraft } from './draft-state.js';
import { listActionTypes, portsByType } from './reference.js';
import type { WorkflowServices } from '../services.js';

/** The caller's drafts. */
export const listDrafts = defineTool<Record<string, never>, WorkflowServices>({
  name: 'list_drafts',
  description:
    'Lists your unfinished drafts of workflow rules, newest first, with their actions and when they expire. Use it to continue with earlier work.',
  properties: {},
  examples: [
    'which drafts do I have?',
    'where did we leave off with that workflow',
    'continue the rule I started yesterday',
    'show my unfinished automations',
    'what is in the draft so far',
  ],
  groups: ['workflow'],
  effect: 'read',
  execute: async (_input, context) => {
    const [drafts, types] = await Promise.all([
      context.drafts.list(context.caller.userId),
      listActionTypes(context.read),
    ]);
    const ports = portsByType(types);
    const { total, shown, items } = show(drafts, 10);
    return {
      result: { total, shown, drafts: items.map((draft) => condenseDraft(draft, ports)) },
    };
  },
});
