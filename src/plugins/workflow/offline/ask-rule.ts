import * as kit from '../../../../samples/offline-model/kit.js';
import { doesWhat, fieldsFor, readQuestion } from './lexicon.js';
import { rules } from './rules.js';

/** Verbs of telling that say of no kind of action that it is meant: "who is told?" asks for alerts and mails too. */
const ANY_TELLING = 'action.send_notification';
const CHECKS = /^(evaluate_|check_|delay)/;
const OUTLETS =
  'port.failure|port.approved|port.rejected|port.timed_out|port.sufficient|port.insufficient|port.needs_reorder|port.not_found|port.invalid_transition';

/** What a question asks of a rule: `who`, `time`, `text` and so on. */
export function asksFor(reading: kit.Reading): Set<string> {
  const asked = kit.withoutName(readQuestion(reading));
  // "Limit" of a second rule's name asks for none.
  const isSaid = ({ covers }: kit.Tag) =>
    !covers.some((at) => kit.isInName(asked.tokens, at) && at > 0);
  const all = asked.all('asks.*');
  // "Who hears of it when it runs?" asks for no time.
  const isBeside = ({ from }: kit.Tag) =>
    asked.lower(from) === 'when' && asked.lower(from - 1) !== 'and' && from > (all[0]?.from ?? 0);
  const asks = all
    .filter((tag) => isSaid(tag) && !isBeside(tag))
    .map(({ concept }) => concept.slice('asks.'.length));
  return new Set(asksState(asked) ? ['state', ...asks] : asks);
}

/** "Is it on?", "has somebody switched that off?" */
function asksState(asked: kit.Reading): boolean {
  const words = asked.tokens.flatMap(({ kind, lower }) => (kind === 'mark' ? [] : lower));
  const [first = ''] = words;
  const isOn = asked.has('active.*|act.activate|act.deactivate');
  const ends = /^(on|off|run|running|active|work)$/.test(words.at(-1) ?? '');
  if (/\b(?:check|know|see|tell me) (?:whether|if)\b/i.test(asked.text)) return isOn || ends;
  return (/^(is|was|has)$/.test(first) && isOn) || (/^(is|was|does|did|do)$/.test(first) && ends);
}

/** What an outlet leads to, or what a rule is set to: told from its body, by the fields that the question asks for. */
export function* askRule(world: kit.World): kit.Plan {
  const { id } = yield* kit.whichOne(world, rules, 'content');
  const rule = kit.objectOf(yield* kit.need('get_workflow_rule', { workflow_id: id }));
  const asked = readQuestion(world.reading).beside(kit.textOf(rule['name']));
  const asks = asksFor(asked);
  const outlets = outletsIn(asked);
  if (outlets.length === 0) {
    const told = yield* settings(asked, fieldsFor(asks), rule);
    return accounted(asked, [rule, told], told || nothingOf(rule));
  }
  const ways = yield* waysBy(outlets, id);
  const actions = kit.objectsOf(rule['actions']);
  const behind = actions.filter(({ name }) => ways.names.includes(kit.textOf(name)));
  const told = asks.has('who')
    ? yield* settings(asked, fieldsFor(['who']), { ...rule, actions: behind })
    : '';
  return accounted(asked, [rule, told, ways.told], told || ways.told);
}

/** Outlets of actions that the question makes a condition of: "if finance says no". */
function outletsIn(asked: kit.Reading): string[] {
  if (!asked.has('frame.if|frame.when|act.happens')) return [];
  const times = asked.all('asks.time').flatMap(({ covers }) => covers);
  return asked
    .all(OUTLETS)
    .filter(({ covers }) => !covers.some((at) => times.includes(at)))
    .map(({ concept }) => concept.slice('port.'.length));
}

/** The paths through an outlet that the question names, and what comes behind it. */
function* waysBy(outlets: readonly string[], id: string) {
  const data = kit.objectOf(yield* kit.need('explain_workflow_path', { workflow_id: id }));
  const paths = kit.objectsOf(data['paths']);
  const marks = outlets.map((outlet) => `[${outlet}]`);
  const behind = (path: unknown) =>
    marks.flatMap((mark) => kit.textOf(path).split(mark).slice(1)).join(' → ');
  const through = paths.filter(({ path }) => behind(path) !== '');
  const names = through.flatMap(({ path }) =>
    behind(path)
      .split(' → ')
      .map((part) => part.replace(/^\[[^\]]*\]/, '').trim()),
  );
  if (through.length > 0) return { told: kit.sayAny({ ...data, paths: through }), names };
  const none = `No path of it goes on by ${kit.join(outlets.map(kit.plain), 'or')}; it has these.`;
  return { told: `${none}\n${kit.sayAny(data)}`, names };
}

/** The fields that are asked for, of the rule and of its actions; empty where nothing has one. */
export function* settings(
  asked: kit.Reading,
  fields: readonly string[],
  rule: kit.JsonObject,
): kit.Part<string> {
  const all = kit.objectsOf(rule['actions']);
  // A limit stands in what checks it, not in what is done then.
  const { meant, none } = fields.includes('conditions')
    ? { meant: all.filter((action) => CHECKS.test(kit.textOf(action['action_type']))), none: [] }
    : actionsMeant(asked, rule);
  const sought = fields.filter((field) => !(field in rule));
  const holding = meant.filter(({ config }) => {
    const line = kit.textOf(config);
    return sought.some((field) => line.endsWith('…') || line.includes(`${field}=`));
  });
  const bodies = yield* kit.lookUp(
    holding.map(({ name }) => ({
      name: 'explain_workflow_node',
      arguments: { workflow_id: rule['id'], node: name },
    })),
  );
  const whole = bodies.map(kit.objectOf).map(({ name, action_type: type, config }) => ({
    ...kit.objectOf(config),
    ...{ name, action_type: type },
  }));
  const own = fields.includes('trigger_type') ? [`${runsWhen(rule)}.`] : picked(rule, fields);
  const told = [...own, ...whole.flatMap((each) => picked(each, fields))];
  return told.length === 0 ? '' : [...none, ...told].join('\n');
}

/** “Name” runs when …, only when …. */
export function runsWhen(rule: kit.JsonObject): string {
  const only = kit.textsOf(rule['trigger_conditions']).map(kit.conditionWords);
  const off = rule['is_active'] === false ? ' is switched off; else it' : '';
  const event = kit.triggerWords(kit.textOf(rule['trigger_type']), kit.textOf(rule['entity']));
  const limits = only.length === 0 ? '' : `, only when ${kit.join(only)}`;
  return `“${kit.textOf(rule['name'])}”${off} runs ${event}${limits}`;
}

function picked(whole: kit.JsonObject, fields: readonly string[]): string[] {
  const told = Object.entries(whole)
    .filter(([key, value]) => fields.includes(key) && value !== null)
    .map(([key, value]) => [key, inWords(key, value, whole)] as const)
    .filter(([, value]) => !(Array.isArray(value) && value.length === 0));
  if (told.length === 0) return [];
  // How somebody is told is a part of who is told.
  const kind = told.some(([key]) => PEOPLE.test(key)) ? { action_type: whole['action_type'] } : {};
  return [kit.sayAny({ name: whole['name'], ...kind, ...Object.fromEntries(told) })];
}

const PEOPLE = /^(recipients|approvers|cc|escalation_user_id)$/;

function inWords(key: string, value: unknown, whole: kit.JsonObject): unknown {
  if (PEOPLE.test(key)) return whom(value);
  if (key !== 'conditions') return value;
  const said = kit.objectsOf(value).map((each) => {
    const { field_name: field, operator, value: limit = '' } = each;
    return kit.conditionWords(
      `${kit.textOf(field)} ${kit.textOf(operator)} ${JSON.stringify(limit)}`,
    );
  });
  return said.join(whole['logic_type'] === 'or' ? ' or ' : ' and ');
}

/** People as they are called, and those that a column of the record names. */
function whom(value: unknown): string[] {
  if (typeof value !== 'string')
    return Object.values(Array.isArray(value) ? value : kit.objectOf(value)).flatMap(whom);
  const column = /^\{\{([\w.]+)\}\}$/.exec(value)?.[1]?.replace(/_id$/, '');
  return [column === undefined ? kit.plain(value) : `the ${kit.plain(column)} of the record`];
}

/** The actions of the kinds that are named; all of them where none is, or where the rule has none of those. */
function actionsMeant(asked: kit.Reading, rule: kit.JsonObject) {
  const actions = kit.objectsOf(rule['actions']);
  const types = asked
    .all('step.*|action.*')
    .filter(({ concept }) => concept !== ANY_TELLING && !concept.endsWith('evaluate_condition'))
    .map(({ concept }) => concept.replace(/^\w+\./, ''));
  const meant = actions.filter((action) => types.includes(kit.textOf(action['action_type'])));
  if (meant.length > 0 || types.length === 0)
    return { meant: types.length === 0 ? actions : meant, none: [] };
  const does = [...new Set(types)].map(doesWhat);
  return {
    meant: actions,
    none: [`“${kit.textOf(rule['name'])}” has no action that ${kit.join(does, 'or')}.`],
  };
}

function nothingOf(rule: kit.JsonObject): string {
  return `Nothing in “${kit.textOf(rule['name'])}” is set for that; this is the rule.\n${kit.sayAny(rule)}`;
}

const HONOURED =
  'asks.* q.* step.* action.* port.* act.happens act.run act.receive act.activate act.deactivate noun.rule noun.node noun.condition active.*';

/** The answer, with the words of the question that it leaves out; none where these are most of it. */
export function accounted(asked: kit.Reading, told: readonly unknown[], answer: string): string {
  const taken = {
    calls: told,
    concepts: HONOURED.split(' '),
    texts: told.map((each) => kit.sayAny(each)),
  };
  return kit.withUnread(asked, taken, answer);
}

/** When a rule ran last: only its alerts tell. */
export function* lastRun(world: kit.World): kit.Plan {
  const { id, name } = yield* kit.whichOne(world, rules);
  const data = kit.objectOf(yield* kit.need('list_alerts_for_rule', { workflow_id: id }));
  const times = kit.objectsOf(data['alerts']).map((alert) => kit.timeWords(alert['created_at']));
  const last = times.toSorted().at(-1);
  const rule = kit.textOf(data['workflow']) || name;
  const none = `Nothing that I can read tells when “${rule}” ran`;
  return last === undefined
    ? `${none}, and it has raised no alert. I can estimate how often it would have fired: ask “How often would it have fired in the last 30 days?”`
    : `${none}. The last alert that it raised is of ${last}; a run without an alert would not show there.`;
}
