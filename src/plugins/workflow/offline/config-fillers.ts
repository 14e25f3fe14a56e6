import { firstChars } from '../../../foundation/first-chars.js';
import {
  capital,
  columnNamed,
  findColumns,
  findValues,
  operators,
  plain,
  quotedAfter,
  recordWords,
  spokenText,
  unmarkedQuote,
  type KnownColumn,
  type ReadCondition,
} from '../../../../samples/offline-model/kit.js';
import { actionWords, durationLetters, ruleWords, unitHours } from './lexicon.js';
import type { ConfigWorld, Filler } from './config-world.js';

/** Config field → how it is filled. Fields of other action types with the same name mean the same. */
export const fillers: Readonly<Record<string, Filler>> = {
  recipients: peopleOf,
  approvers: peopleOf,
  severity: ({ clause }) => severityOf(clause.value('sev')) ?? 'medium',
  alert_type: ({ entity, trigger }) => slug(`${recordWords(entity)} ${trigger.replace('on_', '')}`),
  title: (world) =>
    quotedAfter(world.clause, 'title') ?? shortText(world) ?? kindSaid(world) ?? headline(world),
  subject: (world) =>
    quotedAfter(world.clause, 'title') ?? shortText(world) ?? kindSaid(world) ?? headline(world),
  message: (world) =>
    quotedAfter(world.clause, 'text') ??
    spokenText(world.clause) ??
    unmarkedQuote(world.clause) ??
    sentence(world),
  body: (world) => quotedAfter(world.clause, 'text') ?? spokenText(world.clause) ?? sentence(world),
  channels: ({ clause }) => channelsOf(clause.all('channel.*').map((tag) => tag.concept.slice(8))),
  approval_type: ({ clause }) => clause.value('approval') ?? 'any',
  conditions: ({ conditions }) =>
    conditions.length > 0 ? conditions.map(toRuleCondition) : undefined,
  duration: durationOf,
  target_entity: ({ clause, entity, type }) =>
    type === 'create_entity' ? clause.value('entity') : entity,
  target_field: (world) => assignment(world)?.column.key,
  new_value: (world) => assignment(world)?.value,
  status_field: (world) => statusColumn(world)?.key,
  to_status: (world) => closedValue(world)?.value,
  valid_from_statuses: otherStatuses,
  target_id: () => '{{id}}',
  entity_name: ({ entity }) => entity,
  entity_id: () => '{{id}}',
  action: ({ trigger }) =>
    ({ on_create: 'created', on_delete: 'deleted', manual: 'run' })[trigger] ?? 'updated',
  entity: ({ clause }) => clause.value('entity'),
  output_key: ({ clause }) => slug(recordWords(clause.value('entity') ?? '')) || undefined,
  filter: filterOf,
  fields: fieldsOf,
  product_id: template('product_id'),
  location_id: template('location_id'),
  quantity: (world) => numberIn(world) ?? template('quantity')(world),
  threshold: numberIn,
  allocation_mode: ({ clause }) =>
    clause.says('reserve', 'reserved', 'reserving') ? 'reserve' : 'allocate',
  allocation_strategy: ({ clause }) => clause.value('strategy'),
  timeout_hours: hoursIn,
  source_from_line_item: ({ entity }) => (entity.endsWith('_lines') ? true : undefined),
};

/** Fields that are not required but filled when the sentence speaks of them. */
export const optionalFields: Readonly<Record<string, readonly string[]>> = {
  create_alert: ['recipients'],
  send_notification: ['title', 'message'],
  seek_approval: ['timeout_hours'],
  check_inventory: ['threshold', 'product_id', 'source_from_line_item'],
  check_reorder_point: ['product_id', 'source_from_line_item'],
  allocate_inventory: ['source_from_line_item', 'allocation_strategy'],
  reserve_inventory: ['product_id', 'source_from_line_item', 'allocation_strategy'],
  log_audit_entry: ['entity_id'],
  transition_status: ['target_id'],
};

function peopleOf({ people }: ConfigWorld): string[] | undefined {
  return people.length > 0 ? people.map((person) => person.id) : undefined;
}

function severityOf(said: string | undefined): string | undefined {
  return said;
}

/** An unmarked text in quotes is the headline, unless words mark it as the text. */
function shortText({ clause, type }: ConfigWorld): string | undefined {
  if (quotedAfter(clause, 'text') !== undefined && type !== 'create_alert') return undefined;
  return quotedAfter(clause, 'text') === undefined ? unmarkedQuote(clause) : undefined;
}

/** "a welcome email": what kind it is becomes its headline. */
function kindSaid({ clause }: ConfigWorld): string | undefined {
  const at = clause.tokens.findIndex((token) =>
    /^(e-?mails?|mails?|notifications?|alerts?|messages?)$/.test(token.lower),
  );
  const word = clause.tokens[at - 1];
  const article = /^(a|an)$/.test(clause.tokens[at - 2]?.lower ?? '');
  const tagged = clause.tags.some((tag) => tag.covers.includes(at - 1));
  return article && !tagged && word?.kind === 'word' ? capital(word.lower) : undefined;
}

function headline({ occasion }: ConfigWorld): string {
  return firstChars(capital(occasion), 200);
}

/** "Order {{number}} was created (total amount above 5000)." */
function sentence({ entity, trigger, columns, occasion }: ConfigWorld): string {
  const label = [...ruleWords('labels')].find((name) =>
    columns.some((column) => column.key === name),
  );
  const record = `${capital(recordWords(entity))}${label ? ` {{${label}}}` : ''}`;
  const deed =
    { on_create: 'was created', on_delete: 'was deleted', manual: 'needs a look' }[trigger] ??
    'was updated';
  const detail = / with ([^]*)$/.exec(occasion)?.[1];
  return `${record} ${deed}${detail ? `: ${detail}` : ''}.`;
}

function channelsOf(said: readonly string[]): string[] {
  return said.length > 0 ? [...new Set(said)] : ['in_app'];
}

/** A test as rules write it. */
export function toRuleCondition({ column, comparison, value }: ReadCondition) {
  const operator = operators[comparison].rule;
  if (comparison === 'changesfrom')
    return { field_name: column.key, operator, previous_value: value };
  return { field_name: column.key, operator, ...(value === undefined ? {} : { value }) };
}

function durationOf({ clause }: ConfigWorld): string | undefined {
  const found = clause.tokens.findIndex((token) => token.value !== undefined);
  const unit = clause
    .all('unit.*')
    .map((tag) => tag.concept.slice(5))
    .find((name) => durationLetters[name] !== undefined);
  const letter = unit === undefined ? undefined : durationLetters[unit];
  const count = found >= 0 ? clause.tokens[found]?.value : 1;
  return letter === undefined || count === undefined
    ? undefined
    : `${Math.max(1, Math.round(count))}${letter}`;
}

function hoursIn({ clause }: ConfigWorld): number | undefined {
  const at = clause.tokens.findIndex((token) => token.value !== undefined);
  const unit = clause
    .all('unit.*')
    .find((tag) => tag.from === at + 1)
    ?.concept.slice(5);
  const hours = unit === undefined ? undefined : unitHours[unit];
  return at < 0 || hours === undefined ? undefined : (clause.tokens[at]?.value ?? 0) * hours;
}

function numberIn({ clause }: ConfigWorld): number | undefined {
  return clause.tokens.find((token) => token.value !== undefined && token.unit !== 'money')?.value;
}

/** "set the priority to urgent", "mark it as on hold", "set notes to 'x'". */
function assignment({
  clause,
  columns,
}: ConfigWorld): { column: KnownColumn; value: unknown } | undefined {
  const mentions = findColumns(clause, columns).filter((mention) => mention.score >= 0.5);
  const closed = findValues(clause, columns);
  const named =
    mentions.find((mention) => closed.some((value) => value.column.key === mention.column.key)) ??
    mentions[0];
  const fitting = closed.find(
    (value) => named === undefined || value.column.key === named.column.key,
  );
  if (fitting) return { column: fitting.column, value: fitting.value };
  if (named === undefined) return undefined;
  const after = clause.tokens
    .slice(named.to)
    .find((token) => token.kind === 'quoted' || token.value !== undefined);
  const yes = clause.value('bool');
  const off = named.column.type === 'boolean' && /false|inactive|off|no\b/.test(clause.text);
  const value =
    after?.value ??
    after?.text ??
    (yes ? yes === 'true' : named.column.type === 'boolean' ? !off : undefined);
  return value === undefined ? undefined : { column: named.column, value };
}

function closedValue({ clause, columns }: ConfigWorld) {
  const found = findValues(clause, columns);
  const status = found.filter((value) => /status/.test(value.column.key));
  const to = status.find((value) =>
    ['to', 'as', 'into'].includes(clause.tokens[value.from - 1]?.lower ?? ''),
  );
  return to ?? status.at(-1) ?? found.at(-1);
}

function statusColumn(world: ConfigWorld): KnownColumn | undefined {
  return closedValue(world)?.column ?? world.columns.find((column) => column.key === 'status');
}

function otherStatuses(world: ConfigWorld): string[] | undefined {
  const target = closedValue(world);
  const from = findValues(world.clause, world.columns).filter(
    (value) => world.clause.tokens[value.from - 1]?.lower === 'from',
  );
  if (from.length > 0) return from.map((value) => value.value);
  return target?.column.values?.filter((value) => value !== target.value);
}

/** The record that a foreign key of the watched record points to. */
function filterOf({ clause, references }: ConfigWorld): Record<string, string> | undefined {
  const wanted = clause.value('entity');
  const key = [...references].find(([, entity]) => entity === wanted)?.[0];
  return key === undefined ? undefined : { id: `{{${key}}}` };
}

/** Columns that the new record can take over from the watched one, and values the clause names. */
function fieldsOf({ clause, columns, references, type }: ConfigWorld): unknown {
  if (type === 'lookup_entity') return undefined;
  const keys = [...references.keys()].filter((key) => !/ordered_by|manager|rep/.test(key));
  const said = findValues(clause, columns).map((value) => [value.column.key, value.value] as const);
  const fields = Object.fromEntries([...keys.map((key) => [key, `{{${key}}}`] as const), ...said]);
  return Object.keys(fields).length > 0 ? fields : undefined;
}

function template(column: string): Filler {
  return ({ columns, entity }) => {
    if (columns.some((candidate) => candidate.key === column)) return `{{${column}}}`;
    return column === 'product_id' && entity === 'inventory.products' ? '{{id}}' : undefined;
  };
}

/** `Low stock` → `low_stock`. */
export function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
    .slice(0, 60);
}

/** A name for an action, not yet taken. */
export function actionName(
  world: Pick<ConfigWorld, 'type' | 'people' | 'clause'>,
  taken: readonly string[],
): string {
  const title = actionWords[world.type]?.title ?? capital(plain(world.type));
  const [one] = world.people;
  const named =
    one && one.kind !== 'email' && world.people.length === 1 ? `${title} to ${one.name}` : title;
  const base = world.type === 'seek_approval' && one ? `${title} of ${one.name}` : named;
  if (!isTaken(base, taken)) return base;
  for (let n = 2; ; n += 1) if (!isTaken(`${base} ${n}`, taken)) return `${base} ${n}`;
}

function isTaken(name: string, taken: readonly string[]): boolean {
  return taken.some((other) => other.toLowerCase() === name.toLowerCase());
}

/** The column a clause speaks of, for answers. */
export function columnOf(world: ConfigWorld): KnownColumn | undefined {
  return columnNamed(world.clause, world.columns);
}
