import { isObject, type JsonObject } from '../../../src/foundation/json.js';
import { bullets, objectOf, objectsOf, textOf } from '../answers/words.js';
import { namedThing } from '../reading/facts.js';
import { entityOf } from '../reading/records.js';
import type { Reading } from '../reading/reading.js';
import { attempt, explainFailure, giveUp, type Part } from '../steps.js';
import { unwrapped } from '../transcript.js';
import type { World } from '../world.js';
import { bareName, plainName } from './tools.js';
import { valuesOf } from './narrowed.js';
import { fullyNamed, namedIn, ownName, withoutNameOf, type Named } from './names.js';

/** How one kind of thing is listed and spoken of. */
export interface Kind {
  listTool: string;
  noun: string;
  /** What it is called in the request, for where nothing can be listed. */
  orElse?: string;
  /** What it is to be chosen for, where the question would not tell. */
  purpose?: string;
  /** What the list tool is called with. */
  args?: JsonObject;
  /** The argument that the thing's id is for, which may be the name of the field that holds it. */
  idName?: string;
  /** The only thing there is is meant when none is named: nothing is changed by it. */
  takesOnly?: boolean;
  /** A thing is also meant by the kind of record that it is about. */
  byRecord?: boolean;
}

/** A thing of a list, and the kind of record it is about. */
export interface Item extends Named {
  about: string;
  row: JsonObject;
}

/** All things of a kind, as the list tool tells them. */
export function* listAll({ listTool, args = {}, idName, orElse }: Kind): Part<Item[]> {
  const listed = yield* attempt(listTool, args);
  const items = listed.ok ? itemsOf(listed.data, idName) : [];
  if (items.length > 0 || (orElse === undefined && listed.ok)) return items;
  return orElse === undefined
    ? giveUp(explainFailure(listed.ok ? '' : listed.message))
    : [{ id: orElse, name: orElse, about: '', row: {} }];
}

const NAMES = ['name', 'title', 'label', 'key', 'slug', 'subject', 'summary', 'email'];

/** The things of a list tool's result, with what they are called by. */
function itemsOf(data: unknown, idName = 'id'): Item[] {
  const list = [data, ...Object.values(objectOf(data))].find((value) => Array.isArray(value));
  return objectsOf(list).flatMap((item) => {
    const first = (keys: readonly string[]) =>
      keys.map((key) => item[key]).find((value) => value !== undefined && value !== null);
    const called = first(NAMES.slice(0, -1)) ?? ownName(item) ?? first(NAMES);
    const id = idOf(item, idName);
    const about = textOf(first(['entity', 'source', 'table']));
    return id === undefined ? [] : [{ id, name: textOf(called ?? id), about, row: item }];
  });
}

/** What a record is told apart by: the field that an argument is named after, else its id or key. */
export function idOf(item: JsonObject, idName = 'id'): string | undefined {
  const own = Object.keys(item).find((key) => bareName(key) === bareName(idName)) ?? idName;
  const value = [own, plainName(idName).at(-1) ?? 'id', 'id', 'key', 'slug', 'name']
    .map((key) => item[key])
    .find((each) => each !== undefined && each !== null && !isObject(each));
  // A number stays one: the type tells what most ids are.
  return value as string | undefined;
}

/**
 * The rule or table a request is about: the one it names, the one open on the page,
 * or the one spoken of before; asks when it is none of these.
 */
export function* whichOne(
  world: World,
  kind: Kind,
  quotes: 'name' | 'content' = 'name',
): Part<Named> {
  const open = openThing(world, kind);
  const reading = quotes === 'content' && open ? withoutQuotes(world.reading) : world.reading;
  const said = namedThing(reading);
  if (open && said === undefined) return open;
  const items = yield* listAll(kind);
  const named =
    (said === undefined ? undefined : namedIn(items, reading.again(said))[0]) ??
    (open ? undefined : namedIn(items, reading)[0]);
  if (named) return named;
  if (open && reading.quoted().length === 0) return open;
  return meantUnnamed(world, kind, items, said) ?? giveUp(askWhich(items, kind));
}

/** The thing about the record that is spoken of, spoken of before, or the only one there is. */
export function meantUnnamed(
  world: World,
  { byRecord, takesOnly }: Kind,
  items: readonly Item[],
  said: string | undefined,
): Named | undefined {
  const record = byRecord === true ? entityOf(world.reading) : undefined;
  const about = items.find((item) => record !== undefined && item.about === record);
  const single = takesOnly && said === undefined ? only(items) : undefined;
  return about ?? spokenBefore(world, items, said) ?? single;
}

/**
 * The rule a change is about: the one it names in full, the one open on the page, or the one spoken of
 * before in this conversation. A part of a name is not enough: it asks.
 */
export function* whichToChange(world: World, kind: Kind): Part<Named> {
  const whole = withoutNewName(world.reading);
  const reading = withoutQuotes(whole);
  const open = openThing(world, kind);
  const items = yield* listAll(kind);
  // "turn off the low stock alert", whatever is open: without capitals a name is said word by word.
  const isSaid = (item: Named) => item.name.includes(' ') && withoutNameOf(item, reading);
  const among = open && namedThing(reading) === undefined ? items.filter(isSaid) : items;
  const named = fullyNamed(among, open ? reading : whole) ?? open;
  const rest = named && withoutNameOf(named, whole);
  const second = rest && items.find((item) => item.name.includes(' ') && withoutNameOf(item, rest));
  if (second)
    giveUp(
      `You speak of “${named.name}” and “${second.name}”, and I change one ${kind.noun} at a time. Which one first, and what of it?`,
    );
  if (named) return named;
  const near = namedIn(items, reading);
  if (near.length === 0)
    return spokenBefore(world, items, undefined) ?? giveUp(askWhich(items, kind));
  const names = near.slice(0, 3).map((item) => `“${item.name}”`);
  return giveUp(
    `Do you mean ${names.join(' or ')}? I change a saved ${kind.noun} only when you say its whole name. Which ${kind.noun} is it?`,
  );
}

/** What the page shows. */
function openThing({ situation }: World, { noun }: Kind): Named | undefined {
  const { currentId, json } = situation;
  const name = [json['name'], json['workflow_name'], json['config_name']].map(textOf).find(Boolean);
  return currentId === undefined ? undefined : { id: currentId, name: name ?? `this ${noun}` };
}

/** What "it" means: the thing spoken of last, or the only one there is. */
function spokenBefore(
  world: World,
  items: readonly Named[],
  said: string | undefined,
): Named | undefined {
  const pointed = world.facts.has('is.pointed');
  const before = pointed || said === undefined ? spokenOf(items, world) : undefined;
  return before ?? (pointed ? only(items) : undefined);
}

/** The sentence without what stands in quotes: new names, headings and texts are no names of things. */
function withoutQuotes(reading: Reading): Reading {
  const bare = reading.tokens.filter(({ kind }) => kind !== 'quoted').map(({ text }) => text);
  return reading.again(bare.join(' '));
}

/** "call it Order Approval": what something is to be called from now on names nothing that is there. */
export function withoutNewName(reading: Reading): Reading {
  const tag = reading.first('act.rename');
  if (tag === undefined) return reading;
  const to = reading.tokens.findLastIndex((token) =>
    ['to', 'as', 'into', '->', '→'].includes(token.lower),
  );
  const call = reading.tokens[tag.from]?.lower === 'call';
  if (to < 0 && !call) return reading;
  const end = to > 0 ? to : Math.max(...tag.covers) + 1;
  return reading.again(reading.text.slice(0, reading.tokens[end - 1]?.end ?? 0));
}

/** Two things a request names, the first said first; the open one stands in for a missing one. */
export function* whichTwo(world: World, kind: Kind): Part<[Named, Named]> {
  const items = yield* listAll(kind);
  const text = world.reading.text.toLowerCase();
  const placeOf = ({ name }: Named) => {
    const words = [name, ...name.split(/\s+/)].map((word) => word.toLowerCase());
    return text.indexOf(words.find((word) => text.includes(word)) ?? '');
  };
  const found = namedIn(items, world.reading).toSorted((a, b) => placeOf(a) - placeOf(b));
  const [first, second] = found;
  if (first && second) return [first, second];
  const others = items.filter((item) => item !== first);
  const open = others.find((item) => item.id === world.situation.currentId);
  const other = open ?? spokenOf(others, world);
  if (first && other) return [other, first];
  return giveUp(askWhich(items, kind, `Which two ${kind.noun}s shall I compare?`));
}

/** The item named last before this request: in the latest turn first, in its call's arguments or its words. */
export function spokenOf<T extends Named>(
  items: readonly T[],
  { transcript, reading }: World,
): T | undefined {
  for (const turn of transcript.earlier.toReversed()) {
    const ids = JSON.stringify(turn.exchanges.map((exchange) => exchange.arguments));
    const byId = items.find((item) => item.id !== '' && ids.includes(item.id));
    if (byId) return byId;
    const said =
      namedIn(items, reading.again(turn.user))[0] ??
      only(items.filter((item) => turn.assistant.includes(item.name)));
    if (said) return said;
  }
  return undefined;
}

function only<T>(items: readonly T[]): T | undefined {
  return items.length === 1 ? items[0] : undefined;
}

/** What a thing that was listed is called. */
export function nameById(id: unknown, { transcript }: World): string | undefined {
  const listed = transcript.exchanges.flatMap(({ data }) => itemsOf(unwrapped(data)));
  return listed.find((item) => item.id === id)?.name;
}

export function askWhich(
  items: readonly (Named & Partial<Item>)[],
  kind: Kind,
  question = `Which ${kind.noun} do you mean${kind.purpose ? ` for “${kind.purpose}”` : ''}?`,
): string {
  if (items.length === 0 && kind.purpose !== undefined)
    return `For “${kind.purpose}” I must know the ${kind.noun}, and there is none here yet.`;
  if (items.length === 0) return `There is no ${kind.noun} here yet.`;
  const names = items.slice(0, 12).map(labelOf);
  return `These are the ${kind.noun}s:\n${bullets(names)}\n\n${question}`;
}

/** What a thing without a name of its own is told by: its key, and two of the texts that it holds. */
function labelOf({ id, name, row = {} }: Named & Partial<Item>): string {
  if (name !== String(id)) return name;
  const texts = valuesOf(row).filter((value) => /\p{L}{3}/u.test(value) && value !== name);
  return texts.length === 0 ? name : `${name} (${texts.slice(0, 2).join(', ')})`;
}
