import * as kit from '../../../../samples/offline-model/kit.js';
import { titleOf } from './lexicon.js';

/** What every change ends with. */
export const READY = 'The preview is ready: nothing is saved until you accept it.';

/** Workflow rules, as things that a sentence can speak of. */
export const rules: kit.Kind = { listTool: 'list_workflow_rules', noun: 'rule' };

/** An action of a rule as a thing with a name; a draft does not tell its type. */
export interface NodeName extends kit.Named {
  type: string;
}

/** An action of a rule's summary. */
export function toNode({ id, name, action_type: type }: kit.JsonObject): NodeName {
  return { id: kit.textOf(id), name: kit.textOf(name), type: kit.textOf(type) };
}

/** The actions a sentence may speak of: the one it names, all of a type, the first or last, or what checks a condition. */
export function nodesMeant<T extends NodeName>(actions: readonly T[], reading: kit.Reading): T[] {
  const named = kit.meantBy(actions, reading);
  if (named !== undefined && reading.quoted().length > 0) return [named];
  const types = reading.all('action.*|step.*').map(({ concept }) => concept.replace(/^\w+\./, ''));
  const ofType = actions.filter((action) => types.some((type) => isOfType(action, type)));
  if (named !== undefined && (ofType.length === 0 || ofType.includes(named))) return [named];
  const isLast = reading.says('last');
  const among = ofType.length > 0 ? ofType : actions;
  if (isLast || reading.says('first')) return [among.at(isLast ? -1 : 0)].filter((each) => !!each);
  if (ofType.length > 0) return ofType;
  const isCheck = reading.has('noun.condition');
  return isCheck ? actions.filter(({ type }) => type === 'evaluate_condition') : [];
}

/** Asks which action of a rule is meant. */
export function askNode({ name }: kit.Named, actions: readonly NodeName[]): never {
  const names = kit.bullets(actions.map((action) => action.name));
  return kit.giveUp(`“${name}” has these actions:\n${names}\n\nWhich one do you mean?`);
}

/** A draft's names begin with the type's title. */
function isOfType({ name, type: own }: NodeName, type: string): boolean {
  return own === '' ? name.startsWith(titleOf(type)) : own === type;
}

/** The rule that this conversation is drafting, from its own calls: another conversation's draft is never meant. */
export interface OwnDraft {
  draftId: string;
  /** Arguments of the call that began it. */
  start: kit.JsonObject;
  /** Arguments of the calls that added its actions, in order. */
  actions: kit.JsonObject[];
  /** The saved rule it changes, if any. */
  ruleId?: unknown;
}

/** The latest draft of the conversation, as it stands. */
export function ownDraft({ earlier }: kit.Transcript): OwnDraft | undefined {
  const calls = earlier.flatMap((turn) => turn.exchanges).filter((call) => !call.isError);
  const start = calls.findLast((call) => call.name === 'start_draft');
  if (start === undefined) return undefined;
  const draftId = kit.textOf(kit.objectOf(kit.unwrapped(start.data))['draft_id']);
  let actions: kit.JsonObject[] = [];
  for (const { name, arguments: args } of calls) {
    const { draft_id: id, ...action } = args;
    if (id === draftId && name === 'add_draft_action') actions.push(action);
    if (id === draftId && name === 'remove_draft_action')
      actions = actions.filter((other) => other['name'] !== action['name']);
  }
  return { draftId, start: start.arguments, actions, ruleId: start.arguments['workflow_id'] };
}

/** What actions are added to or taken from: a saved rule, or the draft of this conversation. */
export interface Target extends kit.Named {
  entity: string;
  trigger: string;
  actions: readonly NodeName[];
  /** Opens the draft that the change is made in; undefined for a rule that no draft can hold. */
  openDraft(): kit.Part<string | undefined>;
}

/** Whether a saved rule is named in full: then it is meant, and no draft. */
export function* namesSavedRule({ reading }: kit.World): kit.Part<boolean> {
  const named = kit.fullyNamed(yield* kit.listAll(rules), kit.withoutNewName(reading));
  return named?.name.includes(' ') === true;
}

/** The draft of this conversation, else the rule that is meant. */
export function* whichTarget(world: kit.World): kit.Part<Target> {
  const draft = ownDraft(world.transcript);
  const isOpen = draft !== undefined && draft.ruleId === world.situation.currentId;
  if (isOpen && !(yield* namesSavedRule(world))) {
    const drafts = kit.objectsOf(kit.objectOf(yield* kit.need('list_drafts'))['drafts']);
    const mine = drafts.find((item) => item['draft_id'] === draft.draftId);
    const names = kit.textsOf(mine?.['actions']).map((name) => ({ id: name, name, type: '' }));
    if (mine) return toTarget(mine, names, { draft_id: draft.draftId });
  }
  const { id } = yield* kit.whichToChange(world, rules);
  const rule = kit.objectOf(yield* kit.need('get_workflow_rule', { workflow_id: id }));
  return toTarget(rule, kit.objectsOf(rule['actions']).map(toNode), { workflow_id: id });
}

function toTarget(
  data: kit.JsonObject,
  actions: readonly NodeName[],
  target: kit.JsonObject,
): Target {
  return {
    id: kit.textOf(target['workflow_id'] ?? target['draft_id']),
    ...{ name: kit.textOf(data['name']), entity: kit.textOf(data['entity']) },
    ...{ trigger: kit.textOf(data['trigger_type']), actions },
    openDraft: function* () {
      if (target['draft_id'] !== undefined) return kit.textOf(target['draft_id']);
      const started = yield* kit.attempt('start_draft', target);
      return started.ok ? kit.textOf(kit.objectOf(started.data)['draft_id']) : undefined;
    },
  };
}
