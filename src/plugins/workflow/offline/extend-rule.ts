import {
  bullets,
  columnCalls,
  flowWords,
  giveUp,
  join,
  lookUp,
  meantBy,
  need,
  needCorrected,
  objectOf,
  objectsOf,
  requireAllRead,
  textOf,
  textsOf,
  toColumns,
  whichToChange,
  type KnownColumn,
  type Part,
  type Plan,
  type Reading,
  type World,
} from '../../../../samples/offline-model/kit.js';
import { ruleTaken } from './rule-taken.js';
import { readAutomation, type Automation, type Ports } from './automation.js';
import { actionLine, addAll } from './build-rule.js';
import { namesToFind, personCall } from './people.js';
import { nodeMeant, toNode, type NodeName } from './nodes.js';
import {
  peopleWished,
  toActions,
  toActionTypes,
  type ActionTypes,
  type ReadyAction,
} from './steps-to-actions.js';
import { database } from './lexicon.js';
import { ownDraft } from './own-draft.js';
import { rules } from './rules.js';

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
  const types = toActionTypes(yield* need('discover', { category: 'action_types' }));
  const target = yield* whichTarget(world);
  const automation = readAutomation(world.reading, types.ports);
  if (automation.steps.length === 0)
    giveUp(
      `What shall I add to “${target.name}”: an alert, an email, a notification, an approval, or something else?`,
    );
  const { actions, columns } = yield* ready(world, automation, target, types);
  const placed = place(actions, target, world.reading, types.ports);
  const anchor = placed[0]?.after;
  requireAllRead(
    world.reading,
    ruleTaken({
      calls: placed,
      actions: placed,
      tests: [],
      columns,
      reading: world.reading,
      concepts: [
        'noun.draft',
        'frame.last',
        ...(anchor === undefined ? [] : ['frame.after', 'step.*', 'port.*']),
      ],
      texts: [target.name, 'another further extra', ...(anchor === undefined ? [] : [anchor])],
    }),
    `“${target.name}” with ${join(placed.map(actionLine))}`,
  );
  const draftId = yield* openDraft(target);
  yield* addAll(placed, draftId);
  yield* need('preview_draft', {
    draft_id: draftId,
    description: `Add ${join(actions.map((action) => `“${action.name}”`))} to “${target.name}”.`,
  });
  return `I added this to “${target.name}”:\n${bullets(actions.map(actionLine))}\n\nThe preview is ready: nothing is saved until you accept it.`;
}

/** Takes actions out of a rule or draft, and shows what is left. */
export function* removeFromRule(world: World): Plan {
  const target = yield* whichTarget(world);
  const node = nodeMeant(target.actions, world.reading) ?? giveUp(whichAction(target));
  const alike = target.actions.filter((action) => node.type !== '' && action.type === node.type);
  if (
    alike.length > 1 &&
    meantBy(alike, world.reading) === undefined &&
    !world.reading.has('pos.*')
  )
    giveUp(whichAction(target));
  requireAllRead(world.reading, {
    calls: [],
    concepts: [
      ...[
        'act.remove',
        'act.undo',
        'noun.rule',
        'noun.node',
        'noun.draft',
        'noun.alert',
        'negation',
        'frame.after',
      ],
      ...[
        `step.${node.type}`,
        `action.${node.type}`,
        ...(node.type === '' ? ['step.*', 'action.*'] : []),
      ],
    ],
    texts: [target.name, node.name, 'first last again anymore longer'],
  });
  const draftId = yield* openDraft(target);
  const result = objectOf(
    yield* needCorrected('remove_draft_action', { draft_id: draftId, name: node.name }),
  );
  yield* need('preview_draft', {
    draft_id: draftId,
    description: `Remove “${node.name}” from “${target.name}”.`,
  });
  const relinked = textsOf(result['relinked']);
  return `I took “${node.name}” out of “${target.name}”.${relinked.length > 0 ? ` ${join(relinked)}.` : ''} What is left: ${flowWords(result['flow'])}.\nThe preview is ready: nothing is saved until you accept it.`;
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
  const open = world.situation.currentId;
  if (
    draft &&
    (draft.ruleId === undefined || draft.ruleId === open) &&
    (open === undefined || draft.ruleId === open)
  ) {
    const drafts = objectsOf(objectOf(yield* need('list_drafts'))['drafts']);
    const mine = drafts.find((item) => textOf(item['draft_id']) === draft.draftId);
    if (mine) return toTarget(mine, {});
  }
  const rule = yield* whichToChange(world, rules);
  const summary = objectOf(yield* need('get_workflow_rule', { workflow_id: rule.id }));
  return toTarget(summary, { ruleId: rule.id });
}

function toTarget(data: Record<string, unknown>, ids: { ruleId?: string }): Target {
  const names = textsOf(data['actions']).map((name) => ({ id: name, name, type: '' }));
  const draftId = textOf(data['draft_id']);
  return {
    name: textOf(data['name']),
    entity: textOf(data['entity']),
    trigger: textOf(data['trigger_type']),
    actions: names.length > 0 ? names : objectsOf(data['actions']).map(toNode),
    ...ids,
    ...(draftId ? { draftId } : {}),
  };
}

function* openDraft(target: Target): Part<string> {
  if (target.draftId !== undefined) return target.draftId;
  const started = objectOf(
    yield* need('start_draft', { workflow_id: target.ruleId ?? target.name }),
  );
  return textOf(started['draft_id']);
}

function* ready(
  world: World,
  automation: Automation,
  target: Target,
  types: ActionTypes,
): Part<{ actions: ReadyAction[]; columns: readonly KnownColumn[] }> {
  const names = namesToFind(automation.steps.flatMap((step) => peopleWished(step, types)));
  const [table, enums, ...people] = yield* lookUp([
    ...columnCalls(target.entity, database),
    ...names.map(personCall),
  ]);
  const shared = {
    entity: target.entity,
    trigger: target.trigger,
    table: toColumns(table, enums),
    occasion: target.name,
    types,
    found: new Map(names.map((name, at) => [name, people[at]])),
    today: world.today,
  };
  const taken = target.actions.map((action) => action.name);
  const actions = toActions(automation.steps, shared, taken);
  return { actions, columns: shared.table.columns };
}

/** Hangs the first new action where the sentence says: behind a named action, on a port, or at the end. */
function place(
  actions: readonly ReadyAction[],
  target: Target,
  reading: Reading,
  ports: Ports,
): ReadyAction[] {
  const [first, ...rest] = actions;
  if (first === undefined || first.after !== undefined) return [...actions];
  const after = anchor(target, reading, ports);
  return [after === undefined ? first : { ...first, after }, ...rest];
}

function anchor(target: Target, reading: Reading, ports: Ports): string | undefined {
  const port = reading.all('port.*').map((tag) => tag.concept.slice(5))[0];
  const behind = afterWhich(reading, target);
  if (port !== undefined) {
    const owner = behind ?? ownerOf(port, target, ports, reading);
    if (owner) return `${owner.name}:${port}`;
  }
  return behind?.name;
}

/** The action that a port word speaks of: the last one whose type has such a port, a named one first. */
function ownerOf(
  port: string,
  target: Target,
  ports: Ports,
  reading: Reading,
): NodeName | undefined {
  const fitting = target.actions.filter((action) => ports.get(action.type)?.includes(port));
  return meantBy(fitting, reading) ?? fitting.at(-1);
}

function afterWhich(reading: Reading, target: Target): NodeName | undefined {
  const tag = reading.first('frame.after');
  if (tag === undefined) return undefined;
  return nodeMeant(target.actions, reading.slice(tag.to, reading.tokens.length));
}
