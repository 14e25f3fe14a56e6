import type { JsonObject } from '../../src/foundation/json.js';
import type { LlmProvider } from '../../src/llm/types.js';
import { knowingModel, type Deed, type Deeds } from './knowing-model.js';
import { researchModel } from './research-model.js';

const WAITS = 'It waits for your decision.';

/** A rule built step by step, as its preview shows it. */
function rule(head: JsonObject, ...actions: JsonObject[]): Deed {
  const added = actions.map((action) => ['add_draft_action', action] as const);
  return { calls: [['start_draft', head], ...added, ['preview_draft', {}]], says: WAITS };
}

function alert(severity: string, who: string) {
  const texts = { title: 'Please look', message: 'This needs a look.' };
  const config = { alert_type: 'watch', severity, ...texts, recipients: [who] };
  return { name: 'Create alert', action_type: 'create_alert', config };
}

function mail(address: string) {
  const config = { recipients: [address], subject: 'Please look', body: 'This needs a look.' };
  return { name: 'Send email', action_type: 'send_email', config };
}

const shipped = { column: 'status', operator: 'eq', value: 'shipped' };
const onOrder = { entity: 'sales.orders', trigger_type: 'on_create' };

const large = { field_name: 'total_amount', operator: 'greater_than', value: 5000 };
const onUpdate = { entity: 'inventory.inventory_items', trigger_type: 'on_update' };
const few = { field_name: 'quantity', operator: 'less_than', value: 10 };
/** A sentence that becomes a rule. */
export const LOW_STOCK =
  'When stock of an item falls below 10, create a critical alert for the warehouse managers';

/** What people of the sample say on the page, and what a model makes of it. */
const deeds: Deeds = {
  'When stock of an item falls below 10': rule(
    { ...onUpdate, name: 'Stock below 10', trigger_conditions: [few] },
    alert('critical', 'warehouse managers'),
  ),
  'When an order over 5000 is created': rule(
    { ...onOrder, name: 'Big orders', trigger_conditions: [large] },
    alert('high', 'operations manager'),
    mail('finance@example.com'),
  ),
  'When an order is created': rule({ ...onOrder, name: 'New orders' }, mail('ops@example.com')),
  'Which workflow rules do we have?': {
    calls: [['list_workflow_rules', {}]],
    says: 'There are twelve.',
  },
  'just the shipped orders please': table('apply_filter_change', { operation: 'add', ...shipped }),
  'hide the status column': table('apply_column_change', { operation: 'hide', column: 'status' }),
  'hide the rating column': table('apply_column_change', { operation: 'hide', column: 'rating' }),
};

/** One change of the table that is shown, as a preview. */
function table(name: string, change: JsonObject): Deed {
  const preview = ['preview_table_config', {}] as const;
  return { calls: [[name, change], preview], says: WAITS };
}

/** A model for tests of the page: knows what is said to the sample there, and takes a research to its report. */
export function sampleModel(): LlmProvider {
  const [chat, research] = [knowingModel(deeds), researchModel()];
  return {
    name: chat.name,
    model: chat.model,
    streamChat: (request, signal) =>
      (request.tools.length > 0 ? chat : research).streamChat(request, signal),
  };
}
