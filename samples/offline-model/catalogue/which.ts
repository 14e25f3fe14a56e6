import { isUuid } from '../../../src/foundation/ids.js';
import { isObject, type JsonObject } from '../../../src/foundation/json.js';
import { bullets, objectOf, objectsOf, textOf } from '../answers/words.js';
import { namedThing } from '../reading/facts.js';
import { entityOf } from '../reading/records.js';
import type { Reading } from '../reading/reading.js';
import { attempt, explainFailure, giveUp, type Part } from '../steps.js';
import type { World } from '../world.js';
import { fullyNamed, namedIn, type Named } from './names.js';

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
interface Item extends Named {
  about: string;
}

/** All things of a kind, as the list tool tells them. */
export function* listAll({ listTool, args = {}, idName, orElse }: Kind): Part<Item[]> {
  const listed = yield* attempt(listTool, args);
  const items = listed.ok ? itemsOf(listed.data, idName) : [];
  if (items.length > 0 || (orElse === undefined && listed.ok)) return items;
  return orElse === undefined
    ? giveUp(explainFailure(listed.ok ? '' : listed.message))
    : [{ id: orElse, name: orElse, about: '' }];
}

const NAMES = ['name', 'title', 'label', 'key', 'slug', 'subject', 'summary', 'email'];

/** The things of a list tool's result, with what they are called by. */
function itemsOf(data: unknown, idName = 'id'): Item[] {
  const list = Array.isArray(data)
    ? data
    : isObject(data)
      ? Object.values(data).find((value) => Array.isArray(value))
      : undefined;
  return objectsOf(list).flatMap((item) => {
    const first = (keys: readonly string[]) =>
      keys.map((key) => item[key]).find((value) => value !== undefined && value !== null);
    const id = first([idName, 'id', 'key', 'slug', 'name']);
    const about = textOf(first(['entity', 'source', 'table']));
    return id === undefined ? [] : [{ id: id as string, name: textOf(first(NAMES) ?? id), about }];
  });
}

/**
 * The rule or table a request is about: an id it holds, the one it names, the one open on the page,
 * or the one spoken of before; asks when it is none of these.
 */
export function* whichOne(
  world: World,
  kind: Kind,
  quotes: 'name' | 'content' = 'name',
): Part<Named> {
  const { currentId } = world.situation;
  const reading = quotes === 'content' && currentId ? withoutQuotes(world.reading) : world.reading;
  const uuid = reading.tokens.find((token) => token.kind === 'uuid')?.lower;
  if (isUuid(uuid)) return { id: uuid, name: `the ${kind.noun}` };
  const open = currentId === undefined ? undefined : { id: currentId, name: openName(world, kind) };
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
function meantUnnamed(
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
  const { currentId } = world.situation;
  const reading = withoutQuotes(withoutNewName(world.reading));
  const uuid = world.reading.tokens.find((token) => token.kind === 'uuid')?.lower;
  if (isUuid(uuid)) return { id: uuid, name: `the ${kind.noun}` };
  if (currentId !== undefined && namedThing(reading) === undefined)
    return { id: currentId, name: openName(world, kind) };
  const items = yield* listAll(kind);
  const named = fullyNamed(
    items,
    currentId === undefined ? withoutNewName(world.reading) : reading,
  );
  if (named) return named;
  if (currentId !== undefined) return { id: currentId, name: openName(world, kind) };
  const near = namedIn(items, reading);
  const before = near.length === 0 ? spokenBefore(world, items, undefined) : undefined;
  if (before) return before;
  return giveUp(
    near.length === 0
      ? askWhich(items, kind)
      : `Do you mean ${near
          .slice(0, 3)
          .map((item) => `“${item.name}”`)
          .join(
            ' or ',
          )}? I change a saved ${kind.noun} only when you say its whole name. Which ${kind.noun} is it?`,
  );
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
  const bare = reading.tokens.reduce(
    (text, token) =>
      token.kind === 'quoted'
        ? text.slice(0, token.start) + ' '.repeat(token.end - token.start) + text.slice(token.end)
        : text,
    reading.text,
  );
  return reading.again(bare);
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
  const found = namedIn(items, world.reading).toSorted(
    (a, b) => placeOf(world.reading, a.name) - placeOf(world.reading, b.name),
  );
  const [first, second] = found;
  const open = items.find((item) => item.id === world.situation.currentId);
  const other =
    open ??
    spokenOf(
      items.filter((item) => item !== first),
      world,
    );
  if (first && second) return [first, second];
  if (first && other && other.id !== first.id) return [other, first];
  return giveUp(askWhich(items, kind, `Which two ${kind.noun}s shall I compare?`));
}

function placeOf(reading: Reading, name: string): number {
  const at = reading.text.toLowerCase().indexOf(name.toLowerCase());
  if (at >= 0) return at;
  const first = name
    .split(/\s+/)
    .find((word) => reading.text.toLowerCase().includes(word.toLowerCase().slice(0, 5)));
  return first === undefined
    ? Number.MAX_SAFE_INTEGER
    : reading.text.toLowerCase().indexOf(first.toLowerCase().slice(0, 5));
}

function openName(world: World, kind: Kind): string {
  const json = world.situation.json;
  const holder = objectOf(
    json['workflow'] ?? json['config'] ?? json['table_config'] ?? json['rule'],
  );
  const name =
    textOf(holder['name']) ||
    textOf(json['name']) ||
    textOf(json['workflow_name']) ||
    textOf(json['config_name']);
  return name || `this ${kind.noun}`;
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

function askWhich(
  items: readonly Named[],
  kind: Kind,
  question = `Which ${kind.noun} do you mean${kind.purpose ? ` for “${kind.purpose}”` : ''}?`,
): string {
  if (items.length === 0) return `There is no ${kind.noun} here yet.`;
  const names = items.slice(0, 12).map((item) => item.name);
  return `These are the ${kind.noun}s:\n${bullets(names)}\n\n${question}`;
}
