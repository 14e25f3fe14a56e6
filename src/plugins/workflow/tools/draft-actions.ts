import { invalidArguments } from '../../../foundation/errors.js';
import { openProperty, textProperty, type JsonObject } from '../../../foundation/json.js';
import { dryRun } from '../changes/rule-change.js';
import type { Draft, DraftAction } from '../store/drafts.store.js';
import { requireByName } from '../../../agenttools/names.js';
import { parseAfter, toFullBody, unknownAfter, type PortsByType } from './full-rule.js';
import { condenseDraft, draftDocument, draftIdProperty, findDraft } from './drafts.js';
import { prepareConfig, References } from './rule-body.js';
import { listActionTypes, loadActionType, portsByType } from './reference.js';
import { type ActionTypeSchema, workflowTool, type WorkflowCall } from './wire.js';

interface Input {
  draft_id?: string;
  name: string;
  action_type: string;
  config: JsonObject;
  after?: string;
}

export const addDraftAction = workflowTool<Input>({
  name: 'add_draft_action',
  description:
    'Adds one action to a draft started with start_draft. The config is checked at once; recipients and approvers may be given by name. `after` says what it follows and by which port.',
  properties: {
    draft_id: draftIdProperty,
    name: textProperty('Unique in the draft.', 255),
    action_type: textProperty('E.g. create_alert, send_email; see discover.'),
    config: openProperty('Fields of the action type; see get_action_schema.'),
    after: textProperty('"Action" or "Action:port"; leave out to follow the action added last.'),
  },
  required: ['name', 'action_type', 'config'],
  examples: [
    'then also send an email to the buyer',
    'add an approval step after the stock check',
    'now log it in the audit trail too',
    'and if it is insufficient create a high alert',
    'add a delay of 2 days before the mail',
    'also notify him',
    'put a condition in front: amount greater than 1000',
  ],
  effect: 'draft',
  execute: async (input, context) => {
    const draft = await findDraft(input.draft_id, context);
    const types = await listActionTypes(context.read);
    const schema = await loadActionType(context.read, input.action_type, types);
    const action = await toAction(input, draft, schema, context);
    const actions = [...draft.actions, action];
    const ports = portsByType(types);
    await requireFitting({ ...draft, actions }, schema, ports, context);
    const { userId } = context.caller;
    const saved = await context.drafts.saveActions(userId, draft.id, draft.version, actions);
    const { name: added, after: follows = '(the start)' } = action;
    const own = { added, follows, ports: schema.ports.map((port) => port.name) };
    return { result: { ...own, ...condenseDraft(saved, ports) } };
  },
});

async function toAction(
  input: Input,
  draft: Draft,
  schema: ActionTypeSchema,
  context: WorkflowCall,
): Promise<DraftAction> {
  const taken = draft.actions.map((action) => action.name);
  if (taken.some((other) => other.toLowerCase() === input.name.toLowerCase())) {
    throw invalidArguments(
      `The draft already has an action "${input.name}". Choose another name, or call remove_draft_action first to replace it. Names in use: ${taken.join(', ')}.`,
      [{ path: 'name', message: 'is taken in this draft' }],
    );
  }
  const config = await prepareConfig(input.config, schema, new References(context.read));
  const after = resolveAfter(input.after, taken);
  return { name: input.name, actionType: schema.type, config, after };
}

function resolveAfter(after: string | undefined, names: readonly string[]): string | undefined {
  if (after === undefined || after.trim() === '') return names.at(-1);
  const parsed = parseAfter(after, names);
  if (parsed === undefined) throw unknownAfter(after, names, 'after');
  return parsed.port === undefined ? parsed.action : `${parsed.action}:${parsed.port}`;
}

/** Lets the platform judge the action added last; rejects with its findings and a config that works. */
async function requireFitting(
  draft: Draft,
  { type, example }: ActionTypeSchema,
  ports: PortsByType,
  { read }: WorkflowCall,
): Promise<void> {
  const body = toFullBody(draftDocument(draft), undefined, ports);
  const { errors } = await dryRun(body, undefined, read);
  const at = draft.actions.length - 1;
  const own = errors.filter(
    ({ path = '' }) => path.startsWith(`actions[${at}].config`) || path.startsWith(`edges[${at}].`),
  );
  if (own.length === 0) return;
  const list = own.map(({ message }) => message).join('; ');
  throw invalidArguments(
    `Nothing was added: ${list}. A config of ${type} that works: ${JSON.stringify(example)}`,
    own,
  );
}

export const removeDraftAction = workflowTool<{ draft_id?: string; name: string }>({
  name: 'remove_draft_action',
  description:
    'Takes one action out of a draft; the actions behind it then follow what it followed, and the result says so.',
  properties: { draft_id: draftIdProperty, name: textProperty('Name of the action to remove.') },
  required: ['name'],
  examples: [
    'remove the email step again',
    'drop the delay from the draft',
    'actually leave out the approval',
    'delete the second action we just added',
    'no mail please, take that out',
  ],
  effect: 'draft',
  execute: async (input, context) => {
    const draft = await findDraft(input.draft_id, context);
    const gone = requireByName(draft.actions, input.name, {
      nameOf: (action) => action.name,
      noun: `action of the draft "${draft.name}"`,
      listTool: 'list_drafts',
    });
    const { actions, relinked } = without(gone, draft.actions);
    const { userId } = context.caller;
    const saved = await context.drafts.saveActions(userId, draft.id, draft.version, actions);
    const ports = portsByType(await listActionTypes(context.read));
    return { result: { removed: gone.name, relinked, ...condenseDraft(saved, ports) } };
  },
});

/** Re-links the removed action's children to its parent; of a removed start the first child starts. */
function without(gone: DraftAction, actions: readonly DraftAction[]) {
  const names = actions.map((action) => action.name);
  const isChild = (action: DraftAction) =>
    action.after !== undefined && parseAfter(action.after, names)?.action === gone.name;
  const heir = gone.after === undefined ? actions.find(isChild) : undefined;
  const parentFor = (child: DraftAction) =>
    heir === undefined ? gone.after : child === heir ? undefined : heir.name;
  const relinked: string[] = [];
  const rest = actions
    .filter((action) => action !== gone)
    .map((action) => {
      if (!isChild(action)) return action;
      const after = parentFor(action);
      relinked.push(
        `"${action.name}" now follows ${after === undefined ? 'the start' : `"${after}"`}`,
      );
      const { after: _old, ...bare } = action;
      return after === undefined ? bare : { ...bare, after };
    });
  return { actions: rest, relinked };
}
