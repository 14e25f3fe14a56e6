import { defined } from '../../../foundation/defined.js';
import { firstChars } from '../../../foundation/first-chars.js';
import * as kit from '../../../../samples/offline-model/kit.js';
import { optionalFields, ruleWords } from './lexicon.js';
import type { Person } from './people.js';

/** A rule as its actions speak of it. */
export interface RuleFacts {
  /** `schema.table` of the records it watches. */
  entity: string;
  trigger: string;
  columns: readonly kit.KnownColumn[];
  /** What it waits for, in words: "order created with total amount above 5000". */
  occasion: string;
}

/** What the config of one action is filled from. */
export interface ConfigWorld extends RuleFacts {
  type: string;
  /** The part of the sentence that asks for the action. */
  clause: kit.Reading;
  /** The people the clause names, found. */
  people: readonly Person[];
  /** The tests the clause states. */
  conditions: readonly kit.ReadCondition[];
  /** The way out of another action that leads to this one. */
  port?: string;
  /** The action of a rule that is there behind which this one is added. */
  after?: string;
}

/** Fills one config field; `undefined` when nothing speaks of it. */
type Filler = (world: ConfigWorld) => unknown;

/** The fields of an action type that are filled: the required ones, and some that a sentence may speak of. */
export function fieldsOf(type: string, required: readonly string[] = []): string[] {
  return [...new Set([...required, ...optionalFields(type)])];
}

/** The config of an action, as far as its fields can be filled. */
export function fillConfig(world: ConfigWorld, required: readonly string[]): kit.JsonObject {
  const fields = fieldsOf(world.type, required);
  const isColumn = (field: string) => world.columns.some(({ key }) => key === field);
  const filled = Object.fromEntries(
    fields.map((field) => [
      field,
      fillers[field]?.(world) ?? (isColumn(field) ? `{{${field}}}` : undefined),
    ]),
  );
  const isEither = world.conditions.length > 1 && world.clause.says('or');
  return defined({ ...filled, logic_type: isEither ? 'or' : undefined });
}

/** Config field → how it is filled. Fields of other action types with the same name mean the same. */
const fillers: Readonly<Record<string, Filler>> = {
  recipients: peopleOf,
  approvers: peopleOf,
  severity: ({ clause }) => clause.value('sev') ?? 'medium',
  alert_type: ({ entity, trigger }) =>
    `${kit.recordWords(entity)} ${trigger.replace('on_', '')}`.replaceAll(/\W+/g, '_'),
  title: headline,
  subject: headline,
  message: (world) => wording(world) ?? world.clause.quoted()[0] ?? sentence(world),
  body: (world) => wording(world) ?? sentence(world),
  channels: ({ clause }) => channelsOf(clause) ?? ['in_app'],
  approval_type: ({ clause }) => clause.value('approval') ?? 'any',
  conditions: ({ conditions }) =>
    conditions.length > 0 ? conditions.map(toRuleCondition) : undefined,
  duration: ({ clause }) => timeIn(clause)?.written,
  target_entity: ({ clause, entity, type }) =>
    type === 'create_entity' ? clause.value('entity') : entity,
  target_field: (world) => assignment(world)?.column.key,
  new_value: (world) => assignment(world)?.value,
  status_field: (world) => assignment(world)?.column.key,
  to_status: (world) => assignment(world)?.value,
  valid_from_statuses: (world) => {
    const to = assignment(world);
    return to?.column.values?.filter((value) => value !== to.value);
  },
  target_id: () => '{{id}}',
  entity_name: ({ entity }) => entity,
  entity_id: () => '{{id}}',
  action: ({ trigger }) =>
    ({ on_create: 'created', on_delete: 'deleted', manual: 'run' })[trigger] ?? 'updated',
  product_id: ({ entity }) => (entity === 'inventory.products' ? '{{id}}' : undefined),
  quantity: numberIn,
  threshold: numberIn,
  allocation_mode: ({ clause }) => (/\breserv/i.test(clause.text) ? 'reserve' : 'allocate'),
  allocation_strategy: ({ clause }) => clause.value('strategy'),
  timeout_hours: ({ clause }) => timeIn(clause)?.hours,
  source_from_line_item: ({ entity }) => (entity.endsWith('_lines') ? true : undefined),
};

/** The channels that are named, each once. */
export function channelsOf(part: kit.Reading): string[] | undefined {
  const said = part.all('channel.*').map(({ concept }) => concept.slice('channel.'.length));
  return said.length > 0 ? [...new Set(said)] : undefined;
}

function peopleOf({ people }: ConfigWorld): string[] | undefined {
  return people.length > 0 ? people.map((person) => person.id) : undefined;
}

function wording({ clause }: ConfigWorld): string | undefined {
  return kit.quotedAfter(clause, 'text') ?? kit.spokenText(clause);
}

/** What is called a title, an unmarked text in quotes, "a welcome email", or what the rule waits for. */
function headline({ clause, occasion }: ConfigWorld): string {
  const quoted = kit.quotedAfter(clause, 'text') === undefined ? clause.quoted()[0] : undefined;
  const said = kit.quotedAfter(clause, 'title') ?? quoted ?? kindSaid(clause);
  return said ?? firstChars(kit.capital(occasion), 200);
}

/** "a welcome email": what kind it is becomes its headline. */
function kindSaid(clause: kit.Reading): string | undefined {
  const at = clause.tokens.findIndex(({ lower }) =>
    /^(e-?mails?|mails?|notifications?|alerts?|messages?)$/.test(lower),
  );
  const isTagged = clause.tags.some(({ covers }) => covers.includes(at - 1));
  const word = /\ban? (\p{L}+)$/iu.exec(clause.words(0, at))?.[1];
  return word !== undefined && !isTagged ? kit.capital(word.toLowerCase()) : undefined;
}

/** "Order {{number}} was created: total amount above 5000." */
function sentence({ entity, trigger, columns, occasion, port, after }: ConfigWorld): string {
  const label = [...ruleWords('labels')].find((name) => columns.some(({ key }) => key === name));
  const record = `${kit.capital(kit.recordWords(entity))}${label ? ` {{${label}}}` : ''}`;
  // What happened at first is no news where an approval was rejected.
  if (port !== undefined && !/^(success|true|false)$/.test(port))
    return `${record}: ${kit.plain(port)}.`;
  if (after !== undefined && port === undefined) return `${record}: after “${after}”.`;
  const deeds = { on_create: 'was created', on_delete: 'was deleted', manual: 'needs a look' };
  const deed = Object.entries(deeds).find(([each]) => each === trigger)?.[1] ?? 'was updated';
  const detail = / with ([^]*)$/.exec(occasion)?.[1];
  return `${record} ${deed}${detail ? `: ${detail}` : ''}.`;
}

/** A test as rules write it. */
export function toRuleCondition({ column, comparison, value }: kit.ReadCondition): kit.JsonObject {
  const test = { field_name: column.key, operator: kit.operators[comparison].rule };
  const name = comparison === 'changesfrom' ? 'previous_value' : 'value';
  return { ...test, ...(value === undefined ? {} : { [name]: value }) };
}

/** Hours in a unit of time. */
const HOURS: Readonly<Record<string, number>> = { minute: 1 / 60, hour: 1, day: 24, week: 168 };

interface Time {
  unit: string;
  hours: number;
  /** As durations are written: `2h`. */
  written: string;
}

/** "2 hours"; a bare number has the unit of another part: "48 hours instead of 24". */
export function timeIn(part: kit.Reading, other?: kit.Reading): Time | undefined {
  const [time] = part.all('unit.*').flatMap(({ concept, from }) => {
    const before = part.tokens[from - 1];
    const count = /^(an?|one)$/.test(before?.lower ?? '') ? 1 : before?.value;
    return toTime(count, concept.slice('unit.'.length)) ?? [];
  });
  return time ?? toTime(firstNumber(part), (other && timeIn(other)?.unit) ?? '');
}

function toTime(count: number | undefined, unit: string): Time | undefined {
  const hours = HOURS[unit];
  if (hours === undefined || count === undefined) return undefined;
  return { unit, hours: count * hours, written: `${Math.max(1, Math.round(count))}${unit[0]}` };
}

function firstNumber({ tokens }: kit.Reading): number | undefined {
  return tokens.find(({ value }) => value !== undefined)?.value;
}

function numberIn({ clause }: ConfigWorld): number | undefined {
  return clause.tokens.find((token) => token.value !== undefined && token.unit !== 'money')?.value;
}

/** "set the priority to urgent", "mark it as on hold", "set notes to 'x'". */
function assignment({
  clause,
  columns,
}: ConfigWorld): { column: kit.KnownColumn; value: unknown } | undefined {
  const mentions = kit.findColumns(clause, columns).filter(({ score }) => score >= 0.5);
  const closed = kit.findValues(clause, columns);
  const isNamed = (key: string) => mentions.some(({ column }) => column.key === key);
  const [named] = mentions;
  const fitting = closed.findLast(({ column }) => named === undefined || isNamed(column.key));
  if (fitting ?? named === undefined) return fitting;
  const after = clause.tokens
    .slice(named?.to)
    .find(({ kind, value }) => kind === 'quoted' || value !== undefined);
  const truth = clause.has('bool.*') ? clause.value('bool') === 'true' : undefined;
  const value = after?.value ?? after?.text ?? truth;
  return named && value !== undefined ? { column: named.column, value } : undefined;
}
