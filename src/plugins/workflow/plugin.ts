import { staticTools } from '../../agenttools/sources/tool-source.js';
import type { Backend } from '../../agenttools/sources/backend.js';
import { definePlugin } from '../../host/plugin.js';
import type { ToolOf } from '../../agenttools/tool.js';
import { PgDraftStore } from './store/drafts.store.js';
import { workflowAgent } from './agent.js';
import {
  RULE_DELETION,
  ruleDeletion,
  ruleChange,
  rulePreview,
  RULE_CHANGE,
} from './changes/rule-change.js';
import {
  RuleTermsController,
  RULES_BACKEND,
  RulesController,
  ruleDrafts,
} from './routes/rules.controller.js';
import { workflowCommands } from './commands.js';
import { listDrafts, startDraft } from './tools/drafts.js';
import type { WorkflowServices } from './tools/wire.js';
import { addDraftAction, removeDraftAction } from './tools/draft-actions.js';
import { analyzeWorkflow, explainWorkflowNode, explainWorkflowPath } from './tools/analysis.js';
import {
  compareWorkflowRules,
  getWorkflowRule,
  listRulesForEntity,
  listWorkflowRules,
} from './tools/rules.js';
import {
  discover,
  getActionSchema,
  listActionTemplates,
  suggestTemplates,
} from './tools/discover.js';
import { estimateFirings, simulateWorkflow } from './tools/simulation.js';
import { findRecipients } from './tools/people.js';
import { getAlertDetail, listAlertsForRule, listMyAlerts } from './tools/alerts.js';
import {
  deleteWorkflowRule,
  previewDraft,
  previewWorkflow,
  validateWorkflow,
} from './tools/preview-tools.js';
import { showCascade } from './tools/cascade.js';

export const workflowTools: readonly ToolOf<WorkflowServices>[] = [
  discover,
  getActionSchema,
  findRecipients,
  listWorkflowRules,
  listRulesForEntity,
  getWorkflowRule,
  explainWorkflowNode,
  explainWorkflowPath,
  compareWorkflowRules,
  listActionTemplates,
  suggestTemplates,
  analyzeWorkflow,
  showCascade,
  simulateWorkflow,
  estimateFirings,
  validateWorkflow,
  previewWorkflow,
  deleteWorkflowRule,
  startDraft,
  addDraftAction,
  removeDraftAction,
  listDrafts,
  previewDraft,
  listMyAlerts,
  getAlertDetail,
  listAlertsForRule,
];

interface Settings {
  draftTtlHours: number;
}

const HOUR_MS = 60 * 60 * 1000;

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
