import {
  bullets,
  flowWords,
  giveUp,
  join,
  meantBy,
  need,
  needCorrected,
  objectOf,
  objectsOf,
  requireAllRead,
  textOf,
  textsOf,
  whichToChange,
  type JsonObject,
  type Part,
  type Plan,
  type Reading,
  type World,
} from '../../../../samples/offline-model/kit.js';
import { defined } from '../../../foundation/defined.js';
import { readAutomation, type Ports } from './automation.js';
import { actionLine, addAll } from './build-rule.js';
import { nodeMeant, rules, toNode, type NodeName } from './nodes.js';
import { ownDraft } from './own-draft.js';
import { ruleTaken } from './rule-taken.js';
import { lookUpRule, toActions, toActionTypes } from './steps-to-actions.js';

/** What is changed: a saved rule, or the draft of this conversation. */
interface Target {
  name: string;
  entity: string;
  trigger: string;
  actions: readonly NodeName[];
  ruleId?: string;
  draftId?: string;
}

/** Adds actions to a rule or draft: look → start or go on with the draft → add → preview. */
export function* addToRule(world: World): Plan {
  const { reading, today } = world;
  const types = toActionTypes(yield* need('discover', { category: 'action_types' }));
  const target = yield* whichTarget(world);
  const { name, entity, trigger } = target;
  const { steps } = readAutomation(reading, types.ports);
  if (steps.length === 0)
    giveUp(
      `What shall I add to “${name}”: an alert, an email, a notification, an approval, or something else?`,
    );
  const known = yield* lookUpRule(entity, steps, types);
  const rule = { ...known, entity, trigger, occasion: name, types, today };
  const taken = target.actions.map((action) => action.name);
  const [first, ...rest] = toActions(steps, rule, taken);
  const after = first?.after ?? anchor(target, reading, types.ports);
  const actions = first ? [{ ...first, ...defined({ after }) }, ...rest] : [];
  const anchored = after === undefined ? [] : ['frame.after', 'step.*', 'port.*'];
  requireAllRead(
    reading,
    ruleTaken({
      calls: actions,
      ...{ actions, tests: [], columns: known.table.columns, reading },
      concepts: ['noun.draft', 'frame.last', ...anchored],
      texts: [name, 'another further extra', after ?? ''],
    }),
    `“${name}” with ${join(actions.map(actionLine))}`,
  );
  const draftId = yield* openDraft(target);
  yield* addAll(actions, draftId);
  const added = join(actions.map((action) => `“${action.name}”`));
  yield* need('preview_draft', { draft_id: draftId, description: `Add ${added} to “${name}”.` });
  return `I added this to “${name}”:\n${bullets(actions.map(actionLine))}\n\nThe preview is ready: nothing is saved until you accept it.`;
}

const REMOVING =
  'act.remove act.undo noun.rule noun.node noun.draft noun.alert negation frame.after';

/** Takes actions out of a rule or draft, and shows what is left. */
export function* removeFromRule(world: World): Plan {
  const target = yield* whichTarget(world);
  const { reading } = world;
  const node = nodeMeant(target.actions, reading) ?? giveUp(whichAction(target));
  const { name, type } = node;
  const alike = target.actions.filter((action) => type !== '' && action.type === type);
  if (alike.length > 1 && meantBy(alike, reading) === undefined && !reading.has('pos.*'))
    giveUp(whichAction(target));
  requireAllRead(reading, {
    calls: [],
    concepts: [...REMOVING.split(' '), `step.${type || '*'}`, `action.${type || '*'}`],
    texts: [target.name, name, 'first last again anymore longer'],
  });
  const draftId = yield* openDraft(target);
  const removal = { draft_id: draftId, name };
  const result = objectOf(yield* needCorrected('remove_draft_action', removal));
  const description = `Remove “${name}” from “${target.name}”.`;
  yield* need('preview_draft', { draft_id: draftId, description });
  const relinked = textsOf(result['relinked']);
  return `I took “${name}” out of “${target.name}”.${relinked.length > 0 ? ` ${join(relinked)}.` : ''} What is left: ${flowWords(result['flow'])}.\nThe preview is ready: nothing is saved until you accept it.`;
}

/** Shows the draft of this conversation. */
export function* previewDraft({ transcript }: World): Plan {
  const draft = ownDraft(transcript);
  if (draft === undefined)
    return 'There is no draft in this conversation to preview. Tell me what the rule should do, and I draft it.';
  const shown = objectOf(yield* need('preview_draft', { draft_id: draft.draftId }));
  return `Here is the preview of “${textOf(shown['workflow_name'])}”: ${flowWords(shown['flow'])}. Nothing is saved until you accept it.`;
}

function whichAction(target: Target): string {
  return `“${target.name}” has these actions:\n${bullets(target.actions.map((action) => action.name))}\n\nWhich one do you mean?`;
}

/** The draft of this conversation, else the rule that is meant. */
function* whichTarget(world: World): Part<Target> {
  const draft = ownDraft(world.transcript);
  if (draft && draft.ruleId === world.situation.currentId) {
    const drafts = objectsOf(objectOf(yield* need('list_drafts'))['drafts']);
    const mine = drafts.find((item) => item['draft_id'] === draft.draftId);
    if (mine) return toTarget(mine);
  }
  const rule = yield* whichToChange(world, rules);
  const summary = objectOf(yield* need('get_workflow_rule', { workflow_id: rule.id }));
  return { ...toTarget(summary), ruleId: rule.id };
}

function toTarget(data: JsonObject): Target {
  const names = textsOf(data['actions']).map((name) => ({ id: name, name, type: '' }));
  const draftId = textOf(data['draft_id']);
  return {
    name: textOf(data['name']),
    entity: textOf(data['entity']),
    trigger: textOf(data['trigger_type']),
    actions: names.length > 0 ? names : objectsOf(data['actions']).map(toNode),
    ...(draftId ? { draftId } : {}),
  };
}

function* openDraft({ draftId, ruleId, name }: Target): Part<string> {
  if (draftId !== undefined) return draftId;
  const started = yield* need('start_draft', { workflow_id: ruleId ?? name });
  return textOf(objectOf(started)['draft_id']);
}

/**
 * What the first new action hangs behind: a named action ("after the approval"), a port word's owner ("when it is
 * rejected"), a named one first, or, left open, the end.
 */
function anchor({ actions }: Target, reading: Reading, ports: Ports): string | undefined {
  const port = reading.value('port');
  const tag = reading.first('frame.after');
  const behind = tag && nodeMeant(actions, reading.slice(tag.to, reading.tokens.length));
  if (port === undefined) return behind?.name;
  const fitting = actions.filter(({ type }) => ports.get(type)?.includes(port));
  const owner = behind ?? meantBy(fitting, reading) ?? fitting.at(-1);
  return owner && `${owner.name}:${port}`;
}
