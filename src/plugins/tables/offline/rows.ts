import { defined } from '../../../foundation/defined.js';
import * as kit from '../../../../samples/offline-model/kit.js';
import { askOf, asksOfRows, asksWhether, looked, MEASURED, type Ask } from './asked.js';
import {
  bare,
  readFilters,
  requireOneValue,
  widens,
  type WantedFilter,
} from './filters-and-sorts.js';
import {
  allColumns,
  columnsAsked,
  headerOf,
  openTable,
  recordsOf,
  some,
  takenIn,
  visible,
  type TableView,
  withoutOpen,
} from './table-view.js';
import { confirmed, valuesOf, type Search } from './values.js';

const YES_NO = /^(is|are|was|were|does|do|did|has|have)$/;

/** What is asked of the rows of a table, and the conditions that were found. */
interface Look extends Search, Ask {
  filters: readonly WantedFilter[];
  /** Of the look before, what goes on: no word of this request speaks of it. */
  kept: readonly WantedFilter[];
  /** True while names are looked for that may still narrow the rows. */
  isSearched?: boolean;
}

/** The rows that fit, or their count and sums, in all or by group. */
export function* queryTable(world: kit.World): kit.Plan {
  return yield* answerAll(yield* read(world));
}

/** What nothing asks for by its words may be conditions for the rows of what is open. */
export function* fragment(world: kit.World): kit.Plan {
  const look = world.facts.has('is.open') ? yield* read(world, true) : undefined;
  if (look === undefined || !narrows(look)) return kit.sayNotUnderstood(world);
  return yield* answerAll(look);
}

/** Questions that the rows of what is open answer, where all their words are taken in. */
export function* firstLook(world: kit.World): kit.Part<string | undefined> {
  if (!asksOfRows(world)) return undefined;
  const look = yield* read(world, true);
  const unread = kit.unreadWords(look.reading, takenBy(look));
  if (conditionsOf(look).length > 0) requireColumns(look, unread);
  return unread.length === 0 && narrows(look) ? yield* answer(look) : undefined;
}

/** Answers when all words of the question are taken in. */
function* answerAll(look: Look): kit.Plan {
  const all = conditionsOf(look);
  const understood = all.length > 0 ? `rows where ${kit.join(all.map(inWords))}` : '';
  requireColumns(look, kit.unreadWords(look.reading, takenBy(look)));
  kit.requireQuestionRead(look.reading, takenBy(look), understood);
  return yield* answer(look);
}

/** "the phone of Van Dijk": what is asked for must be shown. */
function requireColumns({ reading, view, columns }: Look, unread: readonly string[]): void {
  const lacking = kit
    .findColumns(
      reading,
      columns.filter(({ type }) => type !== 'uuid'),
    )
    .filter(({ column }) => !visible(view).some(({ key }) => key === column.key))
    .filter(({ from }) => unread.includes(reading.tokens[from]?.text ?? ''));
  const [first] = lacking;
  if (first && unread.length <= first.to - first.from)
    kit.giveUp(
      `“${view.name}” does not show ${kit.plain(first.column.key)}. Say “add ${kit.plain(first.column.key)}”, and I prepare a preview of the table with it.`,
    );
}

const conditionsOf = ({ kept: old, filters }: Look) => [...old, ...filters];

/** Without conditions, an order or a sum every row fits, which answers nothing. */
const narrows = (look: Look) =>
  conditionsOf(look).length > 0 ||
  Object.keys(look.args).length > 1 ||
  (look.name === looked.totals && recordsOf(look.view, look.reading).length > 0);

function* read(world: kit.World, isTried = false): kit.Part<Look> {
  const view = yield* openTable(world);
  const columns = yield* allColumns(view);
  const reading = withoutOpen(world.reading);
  const before = lookBefore(world, view);
  const ask = askOf(reading, view, columns, before);
  const search: Search = { reading, view, columns, isFragment: isTried };
  const asked = { clause: reading, view, columns: columnsMeant(search), today: world.today };
  const others = [...ask.sums, ...asking(search)];
  const stated = readFilters(asked).filter(
    ({ said, value }) => typeof value !== 'string' || !others.some((part) => said.includes(part)),
  );
  const filters = yield* confirmed(stated, search, asked);
  const look: Look = { ...search, ...ask, filters, kept: [] };
  const open = takenBy({ ...look, isSearched: true });
  const found = yield* valuesOf(kit.unreadWords(reading, open), search);
  // "of Packing" is less than "Packing tape".
  const isPart = ({ column, value }: WantedFilter) =>
    found.some((name) => name.column === column && String(name.value).includes(String(value)));
  const all = [...filters.filter((filter) => !isPart(filter)), ...found];
  const whole = { ...look, filters: all, kept: kept(before?.arguments, all) };
  return counted(whole);
}

/** "deliver" of "when do we have to deliver it": what asks for a column states no value. */
const asking = ({ reading, columns }: Search): string[] =>
  reading
    .all(columnsAskedBy(reading, columns).join('|'))
    .flatMap(({ covers }) => covers.filter((at) => !kit.harmless.has(reading.lower(at))))
    .map((at) => reading.tokens[at]?.text ?? '');

/** "how many cordless drills": a thing whose units a column counts, and not the rows. */
function counted(look: Look): Look {
  const { reading, filters, view, name, args } = look;
  const at = reading.first('q.howmany')?.to;
  const thing = filters.find(({ said }) => at !== undefined && reading.words(at).startsWith(said));
  const end =
    thing && reading.tokens.findIndex(({ end }) => reading.text.slice(0, end).endsWith(thing.said));
  const isRecord = end !== undefined && reading.at(end + 1, 'entity.*') !== undefined;
  const units = reading.language.columnsFor('columns_by_unit', 'piece');
  const column = visible(view).find(({ key }) => units.includes(key));
  if (name !== looked.totals || args['sum'] || !thing || isRecord || !column) return look;
  return { ...look, args: { ...args, sum: [column.key] } };
}

/** Of several days or numbers what a question asks for: "has to go out before December", "buy for over 50". */
function columnsMeant({ reading, columns }: Search): readonly kit.KnownColumn[] {
  const isMeasured = ({ type = '' }: kit.KnownColumn) => MEASURED.test(type);
  const asked = columnsAsked(reading, columns).filter(isMeasured);
  if (asked.length === 0) return columns;
  const named = kit.findColumns(reading, columns).map(({ column }) => column);
  return columns.filter(
    (each) => !isMeasured(each) || asked.includes(each) || named.includes(each),
  );
}

/** Calls the tool and tells by what the rows were found and ordered. */
function* answer(look: Look): kit.Plan {
  const { reading, name } = look;
  const all = conditionsOf(look);
  const wanted = wantedOf(look);
  const isTruth =
    (YES_NO.test(reading.lower(0)) || asksWhether(reading)) &&
    all.length > 0 &&
    reading.lower(1) !== 'not';
  requireAnswerable(look, isTruth, wanted);
  requireOneValue(all);
  if (widens(reading) && all.length > 1)
    kit.giveUp(
      'I keep rows by conditions that all hold, and add none to them. Which rows shall I show?',
    );
  const data = kit.objectOf(yield* kit.need(name, sentBy(look)));
  const truth = isTruth ? `${data['total'] === 0 ? 'No' : 'Yes'}.\n` : '';
  const which = all.length > 0 ? `Rows where ${kit.join(all.map(inWords))}:\n` : '';
  return `${truth}${which}${order(look)}${kit.sayAny(onlyWanted(data, wanted, all), name)}`;
}

/** "By credit limit, highest first". */
function order({ args, columns }: Look): string {
  const column = columns.find(({ key }) => key === args['sort_by']);
  if (column === undefined) return '';
  const isDown = args['direction'] === 'desc';
  const [most, least] = column.type === 'datetime' ? ['latest', 'earliest'] : ['highest', 'lowest'];
  return `By ${headerOf(column)}, ${isDown ? most : least} first:\n`;
}

/** "and last month?": the look of the turn before goes on, or the rows that its preview shows, where this one leaves out what it was about. */
function lookBefore({ transcript, facts }: kit.World, { id }: TableView) {
  const done = (transcript.earlier.at(-1)?.exchanges ?? []).filter(({ isError }) => !isError);
  const last = done.at(-1);
  if (!last || !facts.has('has.ellipsis') || last.arguments['id'] !== id) return undefined;
  if (last.name !== PREVIEW) return last;
  const filters = done
    .filter((call) => call.name === 'apply_filter_change' && call.arguments['value'] !== undefined)
    .map(({ arguments: { column, operator, value } }) => ({ column, operator, value }));
  return { name: looked.rows, arguments: { id, filters } };
}

const PREVIEW = 'preview_table_config';

/** Filters of the look before on other columns than those that are spoken of now. */
function kept(before: kit.JsonObject | undefined, now: readonly WantedFilter[]): WantedFilter[] {
  const old = kit.objectsOf(before?.['filters']) as unknown as WantedFilter[];
  return old.filter(({ column }) => !now.some((filter) => filter.column === column));
}

/** Rows that there are tell neither of all nor of the most, and tell a day only where they show one. */
function requireAnswerable(
  { reading, view, name, args }: Look,
  isTruth: boolean,
  wanted: readonly kit.KnownColumn[],
) {
  const isOfAll = reading.says('all', 'every', 'each', 'always', 'both', 'only');
  if (isTruth && (name === looked.totals || args['sort_by'] !== undefined || isOfAll))
    kit.giveUp(
      'I can only say whether there are rows like that, not whether it holds of all or what comes first. Which rows shall I show?',
    );
  const tells = wanted.some(({ type }) => type === 'datetime');
  if (/^(when|until when|by when|since when)\b/i.test(reading.text.trim()) && !tells)
    kit.giveUp(`“${view.name}” shows no day on which that was.`);
}

/** "status is cancelled"; what is left out in the words that said so. */
function inWords({ column, operator, value, said = '' }: WantedFilter): string {
  if (operator === 'neq' && typeof value === 'boolean') return `“${said}” does not hold`;
  return kit.conditionWords(`${column} ${operator} ${JSON.stringify(value) ?? ''}`);
}

/** "which customer placed SO-20163": columns that are asked about and shown, where something narrows the rows. */
function wantedOf(look: Look): kit.KnownColumn[] {
  const { reading, view, name, args } = look;
  const conditions = conditionsOf(look);
  const isNarrow = conditions.length > 0 || look.isSearched === true;
  if (!isNarrow || name !== looked.rows || args['sort_by'] !== undefined) return [];
  const isWho = reading.has('q.who');
  const named = kit.findColumns(reading, visible(view)).map(({ column }) => column);
  return [...new Set([...named, ...columnsAsked(reading, visible(view))])]
    .filter(({ type }) => !(isWho && type === 'datetime'))
    .filter(({ key }) => !conditions.some(({ column }) => column === key));
}

/** Of each row what is asked about, what it was found by, and what it is called. */
function onlyWanted(
  data: kit.JsonObject,
  wanted: readonly kit.KnownColumn[],
  filters: readonly WantedFilter[],
): kit.JsonObject {
  if (wanted.length === 0) return data;
  const keys = new Set([...wanted.map(({ key }) => key), ...filters.map(({ column }) => column)]);
  const rows = kit
    .objectsOf(data['rows'])
    .map((row) => Object.entries(row).filter(([key], at) => at === 0 || keys.has(key)));
  return { ...data, rows: rows.map((entries) => Object.fromEntries(entries)) };
}

const sentBy = (look: Look): kit.JsonObject => ({
  ...look.args,
  ...defined({ filters: some(conditionsOf(look).map(bare)) }),
});

/** The call, and what it takes in of the question. */
function takenBy(look: Look): kit.Taken {
  const { reading, view, columns, filters } = look;
  const args = sentBy(look);
  const wanted = wantedOf(look);
  // "the first three" of no order are any three.
  const isAny = reading.has('q.who') && args['sort_by'] === undefined;
  const said = ['look', ...Object.keys(args).filter((name) => name !== 'rows' || !isAny)];
  const taken = takenIn({ clause: reading, view, columns }, [args], said);
  const told = columnsAskedBy(reading, [...taken.shown, ...wanted]);
  const first = reading.has('noun.row') ? ['pos.first'] : [];
  return {
    calls: taken.calls,
    concepts: [...taken.concepts, ...told, ...first],
    texts: [
      ...taken.texts,
      asksWhether(reading) ? 'check know whether see tell find' : '',
      ...wanted.flatMap(({ key, header = '' }) => [kit.plain(key), header]),
    ],
    said: [
      ...filters.map(({ said }) => said),
      ...thereBeside(filters, reading),
      ...namesOf(wanted, reading),
    ],
    columns: columns.filter(({ key }) => !wanted.some((column) => column.key === key)),
  };
}

/** The concepts of questions that one of these columns answers. */
export const columnsAskedBy = (reading: kit.Reading, columns: readonly kit.KnownColumn[]) =>
  reading
    .all('asks.*')
    .map(({ concept }) => concept)
    .filter((concept) => columns.some(({ key }) => concept.slice(5).split(' ').includes(key)));

/** What a column is named by, with a word behind it that adds nothing: "the expected date". */
function namesOf(columns: readonly kit.KnownColumn[], reading: kit.Reading): string[] {
  return kit.findColumns(reading, columns).map(({ from, to }) => {
    const isBeside = BESIDE.has(reading.lower(to)) && reading.at(to, 'q.*') === undefined;
    return reading.words(from, isBeside ? to + 1 : to);
  });
}

const BESIDE = kit.wordsNamed('beside_columns');
const BETWEEN =
  /^(in|at|on|with|for|from|by|to|of|the|our|a|an|currently|still|around|here|being|now)$/;

/** "stuck on hold", "did Huber place": words for being there, right before a condition or at the end behind one. */
export function thereBeside(filters: readonly WantedFilter[], reading: kit.Reading): string[] {
  const starts = filters.map(({ said }) => reading.text.indexOf(said));
  const ends = filters.map(({ said }, at) => (starts[at] ?? 0) + said.length);
  // What is "to be picked" is not.
  const startOf = (at: number) =>
    reading.lower(at) === 'be' ? -2 : (reading.tokens[at]?.start ?? -1);
  return reading.all('there.is').flatMap(({ from, to }) => {
    let next = to;
    while (BETWEEN.test(reading.lower(next)) && !starts.includes(startOf(next))) next += 1;
    const isLast = reading.tokens.slice(to).every(({ kind }) => kind === 'mark');
    const isBehind = isLast && ends.includes(reading.tokens[from - 1]?.end ?? -1);
    return isBehind || starts.includes(startOf(next)) ? [reading.words(from, to)] : [];
  });
}

const LEADS = /^(and|what about|how about|or|only|just|now|but|which ones)\b/i;

/** "and last month?", "how many of those are urgent?": what leaves out what the look of the turn before was about. */
export function isEllipsis(
  reading: kit.Reading,
  { earlier }: Pick<kit.Transcript, 'earlier'>,
): boolean {
  const last = earlier.at(-1)?.exchanges.at(-1)?.name;
  const isShort = reading.tokens.filter(({ kind }) => kind !== 'mark').length <= 6;
  const changes = reading.has('act.remove|act.hide|act.sort|act.create|act.rename');
  const adds = reading.has('act.add') && !reading.has('act.sum|q.*');
  const isLed = isShort && LEADS.test(reading.text.trim());
  const points =
    reading.has('q.*|act.sum') && reading.says('those', 'them', 'they', 'these', 'that');
  const isLook = Object.values<string | undefined>(looked).includes(last) && (isLed || points);
  return !changes && !adds && (isLook || (last === PREVIEW && points));
}
