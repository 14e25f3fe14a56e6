import { defined } from '../../../src/foundation/defined.js';
import { stem } from '../language/english-stem.js';
import { isObject, type JsonObject } from '../../../src/foundation/json.js';
import type { ToolSpec } from '../../../src/llm/types.js';
import { plural } from '../answers/words.js';
import type { Part } from '../steps.js';
import type { NamedThing, World } from '../world.js';
import { keyPrefixes } from './forms.js';
import { inPath, saidBehind, valueFor } from './given.js';
import { isSearch } from './kinds.js';
import { isNameLike, isOdd, type Named } from './names.js';
import type { Token } from '../reading/tokens.js';
import {
  isId,
  isRead,
  nounOfId,
  plainName,
  propertiesOf,
  shapeOf,
  stemsOf,
  titleOf,
  type Property,
} from './tools.js';
import { holdsId } from './narrowed.js';
import { isStrange, wordsOf } from './synonyms.js';
import { whichListed } from './which-listed.js';

const TEXTS = /^(name|title|text|body|description|message|comment|value|query|search|email|url)$/i;

/** Whether an argument names a thing that can be looked up: by its id or key, or as what a list tool lists. */
export function isLookedUp(
  property: Property,
  tool: ToolSpec,
  tools: readonly ToolSpec[],
): boolean {
  const { name, schema, isRequired } = property;
  const { type, values } = shapeOf(schema);
  // A change may need a thing by name whose list is only to be found.
  const isWord = type === 'string' && values.length === 0 && !TEXTS.test(name);
  const isName = isRequired && isWord && !isRead(tool);
  return isId(property) || isName || listFor(name, tool, tools) !== undefined;
}

/** What the words say for an argument; a thing that is looked up by its name is no word that stands beside it. */
export function saidOf(property: Property, tool: ToolSpec, world: World): unknown {
  const { name, within, isRequired } = property;
  const isOuter = within === undefined;
  const thing = isId(property) ? linkedTo(name, tool, world) : undefined;
  // "Tom's fuel card" is told by Tom, and not given to him.
  if (thing !== undefined && (isRequired || isRead(tool) || !isTold(tool, world))) return thing.id;
  const path = isOuter ? inPath(name, tool, world.reading) : undefined;
  const isNamed = isOuter && isRequired && !isId(property);
  // Whatever is said can be searched for: only where the words speak of what the tool finds is it meant.
  if (isSearch(property)) return speaksOf(tool, world.reading) ? soughtIn(tool, world) : undefined;
  if (path !== undefined || (isNamed && isLookedUp(property, tool, world.tools))) return path;
  return valueFor(property, tool, world);
}

/** What is searched for: the thing of this kind that is named, else the words in a row that nothing here explains. */
function soughtIn(tool: ToolSpec, { linked = [], reading, tools }: World): string | undefined {
  const about = stem(plainName(tool.name).at(-1) ?? '');
  const thing = linked.find(({ noun }) => stem(noun) === about);
  if (thing !== undefined || linked.length > 0)
    return thing && thing.name !== String(thing.id) ? thing.name : undefined;
  const known = wordsOf(tools);
  const runs: Token[][] = [[]];
  for (const token of reading.tokens) {
    const isSought = token.kind === 'quoted' || isNameLike(token) || isStrange(token, known);
    if (isSought) runs.at(-1)?.push(token);
    else if (runs.at(-1)?.length !== 0) runs.push([]);
  }
  const long = runs.toSorted((a, b) => b.length - a.length);
  const run = long.find((words) => words.some(isNameLike)) ?? long[0] ?? [];
  return run.length === 0 ? undefined : run.map(({ text }) => text).join(' ');
}

/** The thing that an id is of, where the request names one. */
function linkedTo(
  name: string,
  tool: ToolSpec,
  { linked = [], tools }: World,
): NamedThing | undefined {
  const own = linked.find(({ noun }) => noun === nounOf(name, tool));
  if (own !== undefined || listFor(name, tool, tools) !== undefined) return own;
  return namedBeside(name, tool, { linked, tools });
}

/** "Hand task 314 to Rosa": an assignee, of whom there is no list, is the one of the staff who is named. */
function namedBeside(
  name: string,
  tool: ToolSpec,
  { linked = [], tools }: Pick<World, 'linked' | 'tools'>,
): NamedThing | undefined {
  const ids = propertiesOf(tool).filter(isId);
  const nouns = new Set(ids.map((each) => nounOf(each.name, tool)));
  const others = linked.filter(({ noun }) => !nouns.has(noun));
  const open = ids.filter((each) => listFor(each.name, tool, tools) === undefined);
  const [id, ...more] = open;
  const [thing, ...rest] = others;
  if (thing === undefined || id?.name !== name || more.length > 0 || rest.length > 0)
    return undefined;
  return mayBe(thing, id.schema) ? thing : undefined;
}

/** Whether the schema of an id speaks of such things: by its description, or by the form of its keys. */
function mayBe({ id, noun }: NamedThing, schema: unknown): boolean {
  const { description } = isObject(schema) ? schema : {};
  const told = stemsOf(typeof description === 'string' ? description : '');
  const prefix = String(id).split('-')[0]?.toLowerCase() ?? '';
  const isTold = told.has(stem(noun)) || keyPrefixes(schema).includes(prefix);
  return isTold && (shapeOf(schema).type === 'integer') === (typeof id === 'number');
}

/** Whether the one thing that a tool changes is told only by what it is of. */
export function isTold(tool: ToolSpec, world: World): boolean {
  const { linked = [], reading } = world;
  const needed = propertiesOf(tool).filter((each) => each.isRequired && !each.within && isId(each));
  const isOpen = needed.some(({ name }) => linkedTo(name, tool, world) === undefined);
  return linked.length > 0 && isOpen && !reading.tokens.some(isOdd);
}

/** The things that some ids name, and those that these hold: "take Owen off the Octavia" speaks of its driver. */
export function namedBy(ids: readonly unknown[], { linked = [] }: World): readonly NamedThing[] {
  const own = linked.filter(({ id }) => ids.includes(id));
  const isHeld = ({ id }: NamedThing) => own.some((each) => holdsId(each.row, id));
  return linked.filter((thing) => own.includes(thing) || isHeld(thing));
}

/** Whether a request names what a tool is about, or asks to find something. */
function speaksOf(tool: ToolSpec, { tokens }: World['reading']): boolean {
  const about = new Set(
    plainName(tool.name)
      .filter((word) => !VERBS.test(word))
      .map(stem),
  );
  return tokens.some(({ text, lower }) => about.has(stem(text)) || /^(find|search)$/.test(lower));
}

/** What finds the tool that lists such things, where none is offered; undefined where one is. */
export function listQuery(
  name: string,
  tool: ToolSpec,
  tools: readonly ToolSpec[],
): string | undefined {
  return listFor(name, tool, tools) === undefined
    ? `list all ${plural(nounOf(name, tool))}`
    : undefined;
}

/**
 * The thing that an argument means, from the list of such things: named in the sentence, spoken of before,
 * else asked for. What the list itself needs is `known`, or looked up in turn.
 */
export function* lookUpThing(
  name: string,
  tool: ToolSpec,
  world: World,
  known: JsonObject = {},
): Part<Named | undefined> {
  const list = listFor(name, tool, world.tools);
  if (list === undefined) return undefined;
  const args: JsonObject = {};
  for (const property of propertiesOf(list).filter(({ isRequired }) => isRequired)) {
    const needed = property.name;
    const given = known[needed] ?? valueFor(property, list, world);
    args[needed] = given ?? (yield* lookUpThing(needed, list, world))?.id;
    if (args[needed] === undefined) return undefined;
  }
  return yield* whichListed(world, {
    ...{ listTool: list.name, noun: nounOf(name, tool), args, idName: name },
    ...defined({ orElse: saidBehind(name, tool, world.reading) }),
    ...(isRead(tool) ? { takesOnly: true } : { purpose: titleOf(tool) }),
  });
}

/** The read tool that lists the things an argument is of; what it needs itself can be looked up too. */
export function listFor(
  name: string,
  tool: ToolSpec,
  tools: readonly ToolSpec[],
): ToolSpec | undefined {
  const noun = stem(nounOf(name, tool));
  const needsOnlyIds = (other: ToolSpec) =>
    propertiesOf(other).every((each) => each.name !== name && (!each.isRequired || isId(each)));
  const needs = (other: ToolSpec) => propertiesOf(other).filter((each) => each.isRequired).length;
  const lists = tools
    .filter(
      (other) =>
        other !== tool && isRead(other) && stemsOf(other.name).has(noun) && needsOnlyIds(other),
    )
    .toSorted((a, b) => needs(a) - needs(b));
  // All tools of a source may carry its name in front: what a tool is about stands at the end.
  return lists.find(({ name: other }) => stem(plainName(other).at(-1) ?? '') === noun) ?? lists[0];
}

/** What the ids of a catalogue are of, and what lists such things. */
export function idKinds(
  tools: readonly ToolSpec[],
): { property: Property; noun: string; list: ToolSpec | undefined }[] {
  const all = tools.flatMap((tool) =>
    propertiesOf(tool)
      .filter(isId)
      .map((property) => ({
        property,
        noun: nounOf(property.name, tool),
        list: listFor(property.name, tool, tools),
      })),
  );
  return [
    ...new Map(
      all.map((each) => [
        each.noun + (each.list?.name ?? '') + JSON.stringify(each.property.schema),
        each,
      ]),
    ).values(),
  ];
}

const VERBS = /^(get|delete|update|patch|set|by|id|one|the|close|archive|remove)$/;

/** `project_id` → project; a bare `id` is one of what the tool is about. */
function nounOf(name: string, tool: ToolSpec): string {
  const about = plainName(tool.name).filter((word) => !VERBS.test(word));
  return plainName(nounOfId(name)).at(-1) ?? about.at(-1) ?? 'thing';
}
