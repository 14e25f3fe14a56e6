import { defined } from '../../../foundation/defined.js';
import * as kit from '../../../../samples/offline-model/kit.js';
import { readSorts } from './filters-and-sorts.js';
import { columnsAsked, some, type TableView } from './table-view.js';

const MAX_ROWS = 10;
/** The tools that answer: rows, and their count and sums. */
export const looked = { rows: 'query_table_config', totals: 'summarize_table' } as const;

/** What may be a question to the rows of the open table, and to nothing else. */
const ABOUT_ROWS = [
  'is.open',
  '!is.deed',
  '!noun.smalltalk|noun.code|noun.external|noun.capability',
  '!noun.table|noun.column|noun.filter|noun.page|noun.form|noun.block|noun.draft',
  '!noun.reference|noun.surfaces|noun.fieldtypes|noun.contenttypes|noun.schema|noun.rule|noun.alert',
  '!act.validate|act.preview|act.undo',
].join(', ');
const DEEDS = /^act\.(?!list|find|sum|group|explain|run|hear)/;

const LISTS = /^(list|name|enumerate|tell)$/;

/** "check whether …", "I'd like to know if …" is answered by yes or no; "let me know if …" wants to be told later. */
export const asksWhether = ({ text }: kit.Reading): boolean =>
  /\b(?:know|check|see|find out) (?:if|whether)\b/i.test(text) &&
  !/\b(?:me|us) know if\b/i.test(text);

/** Whether a request asks about rows: a question, or words for a record and what is asked of it. */
export function asksOfRows({ reading, facts }: kit.World): boolean {
  if (!kit.holds(ABOUT_ROWS, reading, facts)) return false;
  if (facts.has('is.question') || facts.has('has.ellipsis') || asksWhether(reading)) return true;
  // The "reorder point" orders nothing.
  const isColumn = ({ from }: kit.Tag) =>
    reading.language.columnsFor('columns', reading.lower(from)).length > 0;
  const isDeed = reading.tags.some((tag) => DEEDS.test(tag.concept) && !isColumn(tag));
  // Who wants a list of some rows asks which they are; who wants to be shown them, for a filter.
  const isShown = reading.all('act.list').some(({ from }) => !LISTS.test(reading.lower(from)));
  const narrows =
    isShown || reading.has('cmp.gt|cmp.lt|cmp.gte|cmp.lte|cmp.neq|cmp.between|negation');
  const isAsked = reading.has('q.what|q.who|q.where|q.when|q.howmany|act.sum');
  return !isDeed && (isAsked || !narrows) && !reading.says('only', 'just', 'ones', 'desc', 'asc');
}

/** The tool that a question is for and its arguments, but for the conditions. */
export interface Ask {
  name: string;
  args: kit.JsonObject;
  /** Pieces of the sentence that name what is added up. */
  sums: ReadonlySet<string>;
}

/** Which tool, with what; `before`: the look that goes on. */
export function askOf(
  reading: kit.Reading,
  view: TableView,
  columns: readonly kit.KnownColumn[],
  before?: { name: string; arguments: kit.JsonObject },
): Ask {
  const isTotal = before?.name === looked.totals;
  const { filters: _filters, ...old } = before?.arguments ?? {};
  const counts = asksTotal(reading) || (isTotal && !asksRows(reading));
  const total = counts ? totals(reading, view, isTotal ? old : {}) : undefined;
  if (total !== undefined) return total;
  const args = { ...(isTotal ? {} : old), ...rows(reading, columns), id: view.id };
  return { name: looked.rows, args, sums: new Set() };
}

function asksTotal(reading: kit.Reading): boolean {
  const isCompared = reading.has('cmp.gt|cmp.lt|cmp.gte|cmp.lte|cmp.between');
  const isWorth = reading.says('worth', 'total') && !isCompared;
  const isSum = isWorth || unitsAsked(reading) !== undefined;
  // "the amount of order SO-20190" counts nothing.
  const isKey = (at: number) => /^\p{Lu}{2,}-\d+$/u.test(reading.tokens[at]?.text ?? '');
  const counts = reading.all('q.howmany').some(({ to }) => !isKey(to + 1));
  return (isSum || counts || reading.has('act.group|act.sum')) && !reading.has('dir.*');
}

/** "which ones?" after a count. */
const asksRows = (reading: kit.Reading) =>
  reading.has('act.list|q.who') ||
  reading.all('q.what').some(({ to }) => reading.lower(to) !== 'about');

/** How many rows, and in which order. */
function rows(reading: kit.Reading, columns: readonly kit.KnownColumn[]): kit.JsonObject {
  // An id has no order: "which supplier has the most …" asks for a count.
  const ordered = columns.filter(({ type }) => type !== 'uuid');
  // "at least four" ranks nothing, and "the most people" counts.
  const isBound = ({ from, to }: kit.Tag) =>
    reading.at(from, 'cmp.gte|cmp.lte') !== undefined ||
    (to - from === 1 &&
      /^(most|fewest|least)$/.test(reading.lower(from)) &&
      reading.at(to, 'entity.*') !== undefined);
  const isOrdered = reading.all('dir.*|act.sort').some((tag) => !isBound(tag));
  const sort = isOrdered
    ? (sortAsked(reading, ordered) ?? readSorts(reading, ordered)[0])
    : undefined;
  const order = { sort_by: sort?.column, direction: sort?.direction };
  return defined({ rows: rowsWanted(reading), ...order });
}

/** "our slowest supplier", "who has been here the longest": the order by what is asked for. */
function sortAsked(reading: kit.Reading, columns: readonly kit.KnownColumn[]) {
  const [asked] = columnsAsked(reading, columns).filter(({ type = '' }) => MEASURED.test(type));
  if (asked === undefined) return undefined;
  // Who is here the longest came first.
  const isTurned = asked.type === 'datetime' && reading.says('longest', 'shortest');
  const isUp = reading.has('dir.asc') !== isTurned;
  return { column: asked.key, direction: isUp ? 'asc' : 'desc' };
}

/** What is summed, and by which group; undefined for "how much is …", where prices do not add up. */
function totals(reading: kit.Reading, view: TableView, old: kit.JsonObject): Ask | undefined {
  const group = groupIn(reading, view.columns);
  const numbers = view.columns.filter(({ type }) => type === 'number' || type === 'computed');
  const isOfThem = old['sum'] !== undefined && reading.says('them', 'those', 'these');
  const units = unitsAsked(reading) ?? (isOfThem ? reading.first('q.howmany') : undefined);
  const isSum = reading.has('act.sum') || reading.says('much', 'value', 'worth', 'total');
  const found = kit
    .findColumns(reading, isSum || units ? numbers : [])
    .filter(({ column }) => column.key !== group?.key);
  // "how many pieces are reserved": the unit stands for another column only when none is named.
  const others = found.filter(({ from }) => from !== units?.from);
  const named = others.length > 0 ? others : found;
  const unnamed = named.length === 0 && isSum ? sumsMeant(reading, numbers) : [];
  const keys = [...named.map(({ column }) => column), ...unnamed].map(({ key }) => key);
  const isPrice = keys.length > 0 && keys.every((key) => NOT_ADDED.test(key));
  if (isPrice && !reading.has('act.sum')) return undefined;
  if (units && keys.length === 0 && old['sum'] === undefined)
    kit.giveUp(`“${view.name}” has no column of ${reading.words(units.from, units.to)} to add up.`);
  const now: kit.JsonObject = defined({ group_by: group?.key, sum: some([...new Set(keys)]) });
  const sums = new Set(named.map(({ from, to }) => reading.words(from, to)));
  return { name: looked.totals, args: { ...old, ...now, id: view.id }, sums };
}

/** What is added up when nothing is named: what is asked for, units, or amounts. */
function sumsMeant(reading: kit.Reading, numbers: readonly kit.KnownColumn[]) {
  const { language } = reading;
  const keys = ['piece', 'money'].flatMap((unit) => language.columnsFor('columns_by_unit', unit));
  const usual = keys.flatMap((key) => numbers.find((column) => column.key === key) ?? []);
  return [...columnsAsked(reading, numbers), ...usual].slice(0, 1);
}

/** Types that have a least and a most. */
export const MEASURED = /^(datetime|number|computed)$/;
const NOT_ADDED = /price|cost$|rating|days|percent|point/;

/** "how many units", "units in Lyon East": a sum of what they count, and no count of rows. */
function unitsAsked(reading: kit.Reading): kit.Tag | undefined {
  const asked = reading.all('q.howmany').map(({ to }) => to);
  const isBare =
    !reading.has('q.*|act.list') && !reading.tokens.some(({ value }) => value !== undefined);
  return reading
    .all('unit.piece')
    .find(
      ({ from }) =>
        asked.includes(from) || (isBare && /^(units|pieces|pcs)$/.test(reading.lower(from))),
    );
}

const COUNTED =
  /^(first|top|last|newest|latest|oldest|biggest|largest|cheapest|highest|lowest|rows?|most|smallest|show|records?|entries|examples)$/;

/** "the 5 newest", "first three rows", "top 10". */
function rowsWanted(reading: kit.Reading): number | undefined {
  const records = reading.has('act.list') ? reading.all('entity.*').map(({ from }) => from) : [];
  const isCounted = (at: number) => COUNTED.test(reading.lower(at));
  const count = reading.tokens.find(
    ({ value, unit }, at) =>
      value !== undefined &&
      unit === undefined &&
      (records.includes(at + 1) || isCounted(at - 1) || isCounted(at + 1)),
  );
  const { value } = count ?? {};
  return value === undefined ? undefined : Math.max(1, Math.min(MAX_ROWS, Math.round(value)));
}

function groupIn(reading: kit.Reading, columns: readonly kit.KnownColumn[]) {
  const by = reading.tokens.findLastIndex(({ lower }) => /^(by|per|each|every)$/.test(lower));
  const from = Math.max(reading.all('act.group').at(-1)?.to ?? 0, by + 1);
  if (from === 0) return undefined;
  return kit.findColumns(reading.slice(from, reading.tokens.length), columns)[0]?.column;
}
