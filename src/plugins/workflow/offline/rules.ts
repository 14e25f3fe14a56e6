import {
  meantBy,
  need,
  objectOf,
  objectsOf,
  textOf,
  textsOf,
  unwrapped,
  whichToChange,
  type JsonObject,
  type Kind,
  type Named,
  type Part,
  type Reading,
  type Transcript,
  type World,
} from '../../../../samples/offline-model/kit.js';
import { actionWords } from './lexicon.js';

/** Workflow rules, as things that a sentence can speak of. */
export const rules: Kind = { listTool: 'list_workflow_rules', noun: 'rule' };

/** An action of a rule as a thing with a name; a draft does not tell its type. */
export interface NodeName extends Named {
  type: string;
}

/** An action of a rule's summary. */
export function toNode({ id, name, action_type: type }: JsonObject): NodeName {
  return { id: textOf(id), name: textOf(name), type: textOf(type) };
}

/** The action a sentence speaks of: by name, by type, or the one of its kind. */
export function nodeMeant<T extends NodeName>(
  actions: readonly T[],
  reading: Reading,
): T | undefined {
  const named = meantBy(actions, reading);
  if (named !== undefined && reading.quoted().length > 0) return named;
  const types = reading.all('action.*|step.*').map(({ concept }) => concept.replace(/^\w+\./, ''));
  const ofType = actions.filter((action) => types.some((type) => isOfType(action, type)));
  if (ofType.length > 0) return ofType.find((action) => action === named) ?? ofType[0];
  if (named) return named;
  if (reading.says('first', 'last')) return actions.at(reading.says('first') ? 0 : -1);
  return reading.has('noun.condition')
    ? actions.find(({ type }) => type === 'evaluate_condition')
    : undefined;
}

/** A draft's names begin with the type's title. */
function isOfType({ name, type: own }: NodeName, type: string): boolean {
  return own === '' ? name.startsWith(actionWords[type]?.title ?? '?') : own === type;
}

/** The rule that this conversation is drafting, from its own calls: another conversation's draft is never meant. */
export interface OwnDraft {
  draftId: string;
  /** Arguments of the call that began it. */
  start: JsonObject;
  /** Arguments of the calls that added its actions, in order. */
  actions: JsonObject[];
  /** The saved rule it changes, if any. */
  ruleId?: unknown;
}

/** The latest draft of the conversation, as it stands. */
export function ownDraft({ earlier }: Transcript): OwnDraft | undefined {
  const calls = earlier.flatMap((turn) => turn.exchanges).filter((call) => !call.isError);
  const start = calls.findLast((call) => call.name === 'start_draft');
  if (start === undefined) return undefined;
  const draftId = textOf(objectOf(unwrapped(start.data))['draft_id']);
  let actions: JsonObject[] = [];
  for (const { name, arguments: args } of calls) {
    const { draft_id: id, ...action } = args;
    if (id === draftId && name === 'add_draft_action') actions.push(action);
    if (id === draftId && name === 'remove_draft_action')
      actions = actions.filter((other) => other['name'] !== action['name']);
  }
  return { draftId, start: start.arguments, actions, ruleId: start.arguments['workflow_id'] };
}

/** What actions are added to or taken from: a saved rule, or the draft of this conversation. */
export interface Target extends Named {
  entity: string;
  trigger: string;
  actions: readonly NodeName[];
  /** Opens the draft that the change is made in. */
  openDraft(): Part<string>;
}

/** The draft of this conversation, else the rule that is meant. */
export function* whichTarget(world: World): Part<Target> {
  const draft = ownDraft(world.transcript);
  if (draft && draft.ruleId === world.situation.currentId) {
    const drafts = objectsOf(objectOf(yield* need('list_drafts'))['drafts']);
    const mine = drafts.find((item) => item['draft_id'] === draft.draftId);
    const names = textsOf(mine?.['actions']).map((name) => ({ id: name, name, type: '' }));
    if (mine) return toTarget(mine, names, { draft_id: draft.draftId });
  }
  const { id } = yield* whichToChange(world, rules);
  const rule = objectOf(yield* need('get_workflow_rule', { workflow_id: id }));
  return toTarget(rule, objectsOf(rule['actions']).map(toNode), { workflow_id: id });
}

function toTarget(data: JsonObject, actions: readonly NodeName[], target: JsonObject): Target {
  return {
    id: textOf(target['workflow_id'] ?? target['draft_id']),
    ...{ name: textOf(data['name']), entity: textOf(data['entity']) },
    ...{ trigger: textOf(data['trigger_type']), actions },
    openDraft: function* () {
      const { draft_id: id } = target;
      return textOf(id ?? objectOf(yield* need('start_draft', target))['draft_id']);
    },
  };
}
