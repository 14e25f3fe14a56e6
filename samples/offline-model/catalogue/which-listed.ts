import { namedThing } from '../reading/facts.js';
import type { Reading } from '../reading/reading.js';
import { stem } from '../language/english-stem.js';
import { harmless, stopWords, verbs } from '../lexicon.js';
import type { Token } from '../reading/tokens.js';
import { giveUp, type Part } from '../steps.js';
import type { World } from '../world.js';
import { isNameLike, namedIn, partlyNamed, type Named } from './names.js';
import { holdsId, rowsWith } from './narrowed.js';
import { stemsOf } from './tools.js';
import { askWhich, listAll, meantUnnamed, type Item, type Kind } from './which.js';

/**
 * The thing of a list that a request names: by its name, by a part of it that no other has, or by what its row holds; asks
 * when it is none of these.
 */
export function* whichListed(world: World, kind: Kind): Part<Named> {
  const { reading } = world;
  const said = namedThing(reading);
  const items = yield* listAll(kind);
  const named =
    (said === undefined ? undefined : namedIn(items, reading.again(said))[0]) ??
    namedIn(items, reading)[0];
  const twins = named ? items.filter(({ name }) => name === named.name) : [];
  if (twins.length > 1) return meantByRow(world, kind, twins) ?? giveUp(askWhich(twins, kind));
  if (named) return named;
  const parts = partlyNamed(items, reading);
  if (parts.length === 1 && parts[0]) return parts[0];
  if (parts.length > 1) giveUp(askWhich(parts, kind));
  return (
    meantByRow(world, kind, items) ??
    meantUnnamed(world, kind, items, said) ??
    giveUp(`${unknownName(items, reading)}${askWhich(items, kind)}`)
  );
}

/** Of things without names of their own the one that speaks of what was named: "Tom's fuel card", "the trip to Hull". */
function meantByRow(world: World, kind: Kind, items: readonly Item[]): Named | undefined {
  const { reading, linked = [] } = world;
  const isOf = ({ row }: Item) => linked.every(({ id }) => holdsId(row, id));
  const of = linked.length === 0 ? items : items.filter(isOf);
  // What is to be done tells none of the things: "cancel it" is not about one that is cancelled.
  const own = stemsOf(kind.purpose ?? '');
  const tells = ({ kind: form, text, lower }: Token): boolean =>
    form !== 'mark' &&
    ![harmless, stopWords].some((known) => known.has(lower)) &&
    !own.has(stem(text)) &&
    !verbs.some(({ words }) => words.has(lower));
  const words = reading.tokens.filter(tells).map(({ text }) => text);
  const { by, rows } = rowsWith(
    of.map(({ row }) => row),
    words,
  );
  const found = of.filter(({ row }) => rows.includes(row));
  const isSaid = linked.length > 0 || by.length > 0;
  const [item, ...others] = isSaid ? found : [];
  if (item === undefined) return undefined;
  if (others.length > 0) giveUp(askWhich(found, kind));
  return { ...item, name: [item.name, ...by].join(' ') };
}

/** "“Peter Hansen” is none of them": what looks like a name, and is none of a thing that is there. */
function unknownName(items: readonly Named[], { tokens }: Reading): string {
  const names = tokens.filter((token) => isNameLike(token));
  const run = names.map(({ text }) => text).join(' ');
  return items.length === 0 || run === '' ? '' : `I found nothing called “${run}”. `;
}
