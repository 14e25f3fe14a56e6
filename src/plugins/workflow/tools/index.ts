import type { ToolOf } from '../../../agenttools/tool.js';
import { listDrafts, startDraft } from './drafts.js';
import type { WorkflowServices } from './wire.js';
import { addDraftAction, removeDraftAction } from './draft-actions.js';
import { analyzeWorkflow } from './analysis.js';
import {
  compareWorkflowRules,
  getWorkflowRule,
  listRulesForEntity,
  listWorkflowRules,
} from './rules.js';
import { discover, getActionSchema } from './discover.js';
import { estimateFirings, simulateWorkflow } from './simulation.js';
import { explainWorkflowNode, explainWorkflowPath } from './explain.js';
import { findRecipients } from './people.js';
import { getAlertDetail, listAlertsForRule, listMyAlerts } from './alerts.js';
import { listActionTemplates, suggestTemplates } from './templates.js';
import {
  deleteWorkflowRule,
  previewDraft,
  previewWorkflow,
  validateWorkflow,
} from './preview-tools.js';
import { showCascade } from './cascade.js';

/** Every tool of the workflow group but the shared ones, in catalogue order. */
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
