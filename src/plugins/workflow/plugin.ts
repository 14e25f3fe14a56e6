import { staticTools } from '../../agenttools/sources/tool-source.js';
import type { Backend } from '../../agenttools/sources/backend.js';
import { definePlugin } from '../../host/plugin.js';
import { PgDraftStore } from './store/drafts.store.js';
import { workflowAgent } from './agent.js';
import {
  RULE_DELETION,
  ruleDeletion,
  ruleChange,
  rulePreview,
  RULE_CHANGE,
} from './changes/rule-change.js';
import { RuleTermsController, RULES_BACKEND, RulesController } from './routes/rules.controller.js';
import { ruleDrafts } from './routes/rule-drafts.js';
import { workflowTools } from './tools/index.js';
import { workflowCommands } from './commands.js';

interface Settings {
  /** How long a draft lives after its last change. */
  draftTtlHours: number;
}

const HOUR_MS = 60 * 60 * 1000;

/** Workflow rules of the ERP: explained, tested, built and changed by chat. */
export const workflowPlugin = definePlugin<Settings, { backend: Backend; drafts: PgDraftStore }>({
  name: 'workflow',
  commands: [workflowCommands],
  migrations: new URL('./store/migrations/', import.meta.url),
  settings: (read) => ({ draftTtlHours: read.number('DRAFT_TTL_HOURS', 72, 0.001, 24 * 365) }),
  open: ({ db, clock, backend, settings }) => ({
    backend: backend('erp'),
    drafts: new PgDraftStore(db, clock, settings.draftTtlHours * HOUR_MS),
  }),
  sources: ({ backend, drafts }) => [
    staticTools({
      id: 'workflow',
      title: 'Workflow rules',
      backend,
      tools: workflowTools,
      services: { drafts },
    }),
  ],
  changes: ({ drafts }) => ({
    [RULE_CHANGE]: ruleChange(drafts),
    [RULE_DELETION]: ruleDeletion,
  }),
  interceptors: [rulePreview],
  agents: { workflow: workflowAgent },
  drafts: ({ drafts }) => ruleDrafts(drafts),
  routes: ({ backend }) => [
    {
      module: class RulesModule {},
      controllers: [RulesController, RuleTermsController],
      providers: [{ provide: RULES_BACKEND, useValue: backend }],
    },
  ],
});
