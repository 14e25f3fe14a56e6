import { defined } from '../../../foundation/defined.js';
import * as kit from '../../../../samples/offline-model/kit.js';
import { askColumn, computed, named } from './column-changes.js';
import { filterCalls } from './filters-and-sorts.js';
import { database } from './lexicon.js';
import { changeCall, some, visible, type Asked } from './table-view.js';
import type { ChangeWish } from './wishes.js';

/** Adds a column: of the source, of another table (joined for it), calculated, or a hidden one. */
export function* addition(wish: ChangeWish & Asked): kit.Part<kit.WantedCall[]> {
  const { clause, view, columns, kind } = wish;
  const mentions = kit.findColumns(clause, columns);
  const added = (args: kit.JsonObject) => changeCall(view, 'column', { operation: 'add', ...args });
  const notAmong = (some: readonly kit.KnownColumn[]) => (wanted: string) =>
    !some.some(({ key }) => key === wanted);
  const formula = computed(clause, mentions);
  if (formula) {
    const missing = formula.compute.columns.filter(notAmong(view.columns));
    return [...missing.map((column) => ({ column })), formula].map(added);
  }
  if (isForeign(wish, mentions)) return [yield* joinCall(wish)];
  const keys = mentions.filter(({ score }) => score >= 0.5).map(({ column }) => column.key);
  const fresh = keys.filter(notAmong(visible(view)));
  if (fresh.length > 0) return [added(named(fresh))];
  if (kind === 'add' ? clause.has('cmp.*') : keys.length > 0) return filterCalls(wish);
  return keys.length > 0 && kit.unknownWords(clause).length === 0
    ? kit.giveUp(`“${view.name}” already shows that column. What shall I change about it?`)
    : askColumn(wish);
}

/** Another table is spoken of: "the phone of the customer"; "warehouse capacity" may be an own column. */
function isForeign({ clause, view }: Asked, mentions: readonly kit.ColumnMention[]): boolean {
  return clause.all('entity.*').some(({ concept, from }) => {
    const noun = kit.recordWords(concept).replaceAll(' ', '_');
    const before = clause.slice(Math.max(0, from - 2), from);
    const isOwn = mentions.some(
      ({ column: { key } }) => key.includes(noun) && !key.endsWith('_id'),
    );
    return concept !== `entity.${view.source}` && (before.says('of', 'from') || !isOwn);
  });
}

/** Joins the named table, adds columns of it when it is joined already, or takes it out. */
export function* joinCall({ clause, view }: Asked): kit.Part<kit.WantedCall> {
  const tag =
    clause.all('entity.*').find(({ concept }) => concept !== `entity.${view.source}`) ??
    kit.giveUp('Which table shall be joined, for example customers or suppliers?');
  const table = tag.concept.slice('entity.'.length);
  const { columns } = yield* kit.columnsOf(table, database);
  const nouns = clause.all(tag.concept).flatMap(({ covers }) => covers);
  const mentions = kit
    .findColumns(
      clause,
      columns.filter(({ type }) => type !== 'uuid'),
    )
    .filter(({ from, to }) => !nouns.includes(from) || to - from > 1);
  const keys = [...new Set(mentions.map(({ column }) => column.key))];
  const alias = table.split('.')[1] ?? table;
  const isGone = clause.has('act.remove');
  if (!isGone && view.joins.some((text) => text.includes(`.${alias} `))) {
    const names = (some(keys) ?? ['name']).map((key) => `${alias}.${key}`);
    return changeCall(view, 'column', { operation: 'add', ...named(names) });
  }
  const more = defined({ columns: some(keys), join_type: clause.value('join') });
  return changeCall(view, 'join', { operation: isGone ? 'remove' : 'add', table, ...more });
}
