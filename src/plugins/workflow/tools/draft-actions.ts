import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { type AppError, type ErrorDetail, invalidArguments } from '../../../foundation/errors.js';
import { type JsonObject, isObject } from '../../../foundation/json.js';
import type { Draft, DraftAction } from '../store/drafts.store.js';
import { requireByName, closeNames } from '../../../agenttools/names.js';
import { addUniqueItems } from '../../../agenttools/arguments.js';
import { parseAfter, unknownAfter } from './full-rule.js';
import { condenseDraft, draftIdProperty, findDraft } from './drafts.js';
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
    name: { type: 'string', minLength: 1, maxLength: 255, description: 'Unique in the draft.' },
    action_type: { type: 'string', description: 'E.g. create_alert, send_email; see discover.' },
    config: {
      type: 'object',
      description: 'Fields of the action type; see get_action_schema.',
      additionalProperties: true,
    },
    after: {
      type: 'string',
      description: '"Action" or "Action:port"; leave out to follow the action added last.',
    },
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
    const saved = await context.drafts.saveActions(context.caller.userId, draft.id, draft.version, [
      ...draft.actions,
      action,
    ]);
    return {
      result: {
        added: action.name,
        follows: action.after ?? '(the start)',
        ports: schema.ports.map((port) => port.name),
        ...condenseDraft(saved, portsByType(types)),
      },
    };
  },
});

async function toAction(
  input: Input,
  draft: Draft,
  schema: ActionTypeSchema,
  context: WorkflowCall,
): Promise<DraftAction> {
  refuseTakenName(input.name, draft);
  const after = resolveAfter(input.after, draft);
  if (after !== undefined) await checkPort(after, draft, context);
  const config = await prepareConfig(input.config, schema, new References(context.read));
  const details = checkConfig(config, schema);
  if (details.length > 0) throw wrongConfig(input.name, schema, details);
  return { name: input.name, actionType: schema.type, config, after };
}

function refuseTakenName(name: string, draft: Draft): void {
  const taken = draft.actions.map((action) => action.name);
  if (!taken.some((other) => other.toLowerCase() === name.toLowerCase())) return;
  throw invalidArguments(
    `The draft already has an action "${name}". Choose another name, or call remove_draft_action first to replace it. Names in use: ${taken.join(', ')}.`,
    [{ path: 'name', message: 'is taken in this draft' }],
  );
}

/** The action added last when nothing is said; undefined only for the first. */
function resolveAfter(after: string | undefined, draft: Draft): string | undefined {
  const names = draft.actions.map((action) => action.name);
  if (after === undefined || after.trim() === '') return names.at(-1);
  const parsed = parseAfter(after, names);
  if (parsed === undefined) throw unknownAfter(after, names, 'after');
  return parsed.port === undefined ? parsed.action : `${parsed.action}:${parsed.port}`;
}

async function checkPort(after: string, draft: Draft, context: WorkflowCall): Promise<void> {
  const parsed = parseAfter(
    after,
    draft.actions.map((action) => action.name),
  );
  const source = draft.actions.find((action) => action.name === parsed?.action);
  if (source === undefined || parsed?.port === undefined) return;
  const { ports } = await loadActionType(context.read, source.actionType);
  const names = ports.map((port) => port.name);
  if (names.includes(parsed.port)) return;
  throw invalidArguments(
    `after: "${source.name}" (${source.actionType}) has no output port "${parsed.port}". Its ports: ${names.join(', ')}. Write e.g. "${source.name}:${names.at(-1)}".`,
    [{ path: 'after', message: 'names a port that does not exist', allowed: names }],
  );
}

function wrongConfig(
  name: string,
  schema: ActionTypeSchema,
  details: readonly ErrorDetail[],
): AppError {
  const list = details.map(({ path, message }) => `${path} ${message}`).join('; ');
  return invalidArguments(
    `The config of "${name}" (${schema.type}) is not valid, so nothing was added: ${list}. A config that works: ${JSON.stringify(schema.example)}`,
    details,
  );
}

export const removeDraftAction = workflowTool<{ draft_id?: string; name: string }>({
  name: 'remove_draft_action',
  description:
    'Takes one action out of a draft; the actions behind it then follow what it followed, and the result says so.',
  properties: {
    draft_id: draftIdProperty,
    name: { type: 'string', description: 'Name of the action to remove.' },
  },
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

const MAX_DETAILS = 8;

/**
 * What is wrong with a config by its action type's schema, each with its place and the valid
 * choices; empty when nothing is. The platform remains the judge: this is the early answer.
 */
export function checkConfig(config: JsonObject, schema: ActionTypeSchema): ErrorDetail[] {
  // One use per compiled schema: it came from the platform with this very call.
  const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: false });
  addFormats.default(ajv);
  addUniqueItems(ajv);
  const validate = ajv.compile(schema.config_schema);
  if (validate(config)) return [];
  return (validate.errors ?? []).slice(0, MAX_DETAILS).map(toDetail);
}

function toDetail(error: ErrorObject): ErrorDetail {
  const path = ['config', ...error.instancePath.split('/').slice(1)].join('.');
  const params: Record<string, unknown> = error.params;
  switch (error.keyword) {
    case 'required':
      return { path: `${path}.${String(params['missingProperty'])}`, message: 'is missing' };
    case 'additionalProperties':
      return unknownField(path, String(params['additionalProperty']), error.parentSchema);
    case 'enum': {
      const allowed = params['allowedValues'] as (string | number)[];
      return { path, message: `must be one of ${allowed.join(', ')}`, allowed };
    }
    default:
      return { path, message: `${error.message ?? 'is not valid'}${meaning(error)}` };
  }
}

function unknownField(path: string, field: string, schema: unknown): ErrorDetail {
  const known = Object.keys(propertiesOf(schema));
  const [close] = closeNames(known, field, 1);
  const hint = close === undefined ? '' : `; nearest: ${close}`;
  return {
    path: `${path}.${field}`,
    message: `is not a field here${hint}; fields: ${known.join(', ')}`,
    allowed: known,
  };
}

function propertiesOf(schema: unknown): JsonObject {
  return isObject(schema) && isObject(schema['properties']) ? schema['properties'] : {};
}

/** A pattern says nothing to a reader; the field's description does. */
function meaning(error: ErrorObject): string {
  const schema: unknown = error.parentSchema;
  const text = isObject(schema) ? schema['description'] : undefined;
  return typeof text === 'string' ? ` (${text})` : '';
}
