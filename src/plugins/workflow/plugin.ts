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
import * as drafting from './tools/drafts.js';
import type { WorkflowServices } from './tools/wire.js';
import * as steps from './tools/draft-actions.js';
import * as analysis from './tools/analysis.js';
import * as rules from './tools/rules.js';
import * as terms from './tools/discover.js';
import * as trials from './tools/simulation.js';
import { findRecipients } from './tools/people.js';
import * as alerts from './tools/alerts.js';
import * as previews from './tools/preview-tools.js';
import { showCascade } from './tools/cascade.js';

export const workflowTools: readonly ToolOf<WorkflowServices>[] = [
  terms.discover,
  terms.getActionSchema,
  findRecipients,
  rules.listWorkflowRules,
  rules.listRulesForEntity,
  rules.getWorkflowRule,
  analysis.explainWorkflowNode,
  analysis.explainWorkflowPath,
  rules.compareWorkflowRules,
  terms.listActionTemplates,
  terms.suggestTemplates,
  analysis.analyzeWorkflow,
  showCascade,
  trials.simulateWorkflow,
  trials.estimateFirings,
  previews.validateWorkflow,
  previews.previewWorkflow,
  previews.deleteWorkflowRule,
  drafting.startDraft,
  steps.addDraftAction,
  steps.removeDraftAction,
  drafting.listDrafts,
  previews.previewDraft,
  alerts.listMyAlerts,
  alerts.getAlertDetail,
  alerts.listAlertsForRule,
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
  changes: ({ drafts }) => ({ [RULE_CHANGE]: ruleChange(drafts), [RULE_DELETION]: ruleDeletion }),
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
