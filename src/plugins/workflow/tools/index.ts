import type { ToolOf } from '../../../agenttools/tool.js';
import type { WorkflowServices } from '../services.js';
import { addDraftAction } from './add-draft-action.js';
import { analyzeWorkflow } from './analyze-workflow.js';
import { compareWorkflowRules } from './compare-workflow-rules.js';
import { discover } from './discover.js';
import { estimateFirings } from './estimate-firings.js';
import { explainWorkflowNode } from './explain-workflow-node.js';
import { explainWorkflowPath } from './explain-workflow-path.js';
import { findRecipients } from './find-recipients.js';
import { getActionSchema } from './get-action-schema.js';
import { getAlertDetail } from './get-alert-detail.js';
import { getWorkflowRule } from './get-workflow-rule.js';
import { listActionTemplates } from './list-action-templates.js';
import { listAlertsForRule } from './list-alerts-for-rule.js';
import { listDrafts } from './list-drafts.js';
import { listMyAlerts } from './list-my-alerts.js';
import { listRulesForEntity } from './list-rules-for-entity.js';
import { listWorkflowRules } from './list-workflow-rules.js';
import { previewDraft } from './preview-draft.js';
import { previewWorkflow } from './preview-workflow.js';
import { removeDraftAction } from './remove-draft-action.js';
import { showCascade } from './show-cascade.js';
import { simulateWorkflow } from './simulate-workflow.js';
import { startDraft } from './start-draft.js';
import { suggestTemplates } from './suggest-templates.js';
import { validateWorkflow } from './validate-workflow.js';

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
  startDraft,
  addDraftAction,
  removeDraftAction,
  listDrafts,
  previewDraft,
  listMyAlerts,
  getAlertDetail,
  listAlertsForRule,
];
