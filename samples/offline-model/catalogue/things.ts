import { defined } from '../../../src/foundation/defined.js';
import { stem } from '../../../src/language/english-stem.js';
import type { JsonObject } from '../../../src/foundation/json.js';
import type { ToolSpec } from '../../../src/llm/types.js';
import type { Part } from '../steps.js';
import type { World } from '../world.js';
import { inPath, isSearch, saidBehind, valueFor } from './given.js';
import type { Named } from './names.js';
import {
  hasIdForm,
  isRead,
  nounOfId,
  plainName,
  propertiesOf,
  shapeOf,
  stemsOf,
  titleOf,
  type Property,
} from './tools.js';
import { whichOne } from './which.js';

const TEXTS = /^(name|title|text|body|description|message|comment|value|query|search|email|url)$/i;

/** Whether an argument names a thing that can be looked up: by its id or key, or as what a list tool lists. */
export function isLookedUp(
  { name, schema, isRequired }: Property,
  tool: ToolSpec,
  tools: readonly ToolSpec[],
): boolean {
  const { type, values } = shapeOf(schema);
  // A change may need a thing by name whose list is only to be found.
  const isWord = type === 'string' && values.length === 0 && !TEXTS.test(name);
  const isName = isRequired && isWord && !isRead(tool);
  return hasIdForm(name) || isName || listFor(name, tool, tools) !== undefined;
}

/** What the words say for an argument; a thing that is looked up by its name is no word that stands beside it. */
export function saidOf(property: Property, tool: ToolSpec, world: World): unknown {
  const { name, within, isRequired } = property;
  const isOuter = within === undefined;
  const path = isOuter ? inPath(name, tool, world.reading) : undefined;
  const isNamed = isOuter && isRequired && !hasIdForm(name);
  // Whatever is said can be searched for: only where the words speak of what the tool finds is it meant.
  if (isSearch(property) && !speaksOf(tool, world.reading)) return undefined;
  if (path !== undefined || (isNamed && isLookedUp(property, tool, world.tools))) return path;
  return valueFor(property, tool, world);
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
  return listFor(name, tool, tools) === undefined ? `list all ${nounOf(name, tool)}s` : undefined;
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
  return yield* whichOne(world, {
    ...{ listTool: list.name, noun: nounOf(name, tool), args, idName: name },
    ...defined({ orElse: saidBehind(name, tool, world.reading) }),
    ...{ byPart: true, ...(isRead(tool) ? { takesOnly: true } : { purpose: titleOf(tool) }) },
  });
}

/** The read tool that lists the things an argument is of; what it needs itself can be looked up too. */
function listFor(name: string, tool: ToolSpec, tools: readonly ToolSpec[]): ToolSpec | undefined {
  const noun = stem(nounOf(name, tool));
  const needsOnlyIds = (other: ToolSpec) =>
    propertiesOf(other).every(
      (each) => each.name !== name && (!each.isRequired || hasIdForm(each.name)),
    );
  const lists = tools.filter(
    (other) =>
      other !== tool && isRead(other) && stemsOf(other.name).has(noun) && needsOnlyIds(other),
  );
  // All tools of a source may carry its name in front: what a tool is about stands at the end.
  return lists.find(({ name: other }) => stem(plainName(other).at(-1) ?? '') === noun) ?? lists[0];
}

const VERBS = /^(get|delete|update|patch|set|by|id|one|the|close|archive|remove)$/;

/** `project_id` → project; a bare `id` is one of what the tool is about. */
function nounOf(name: string, tool: ToolSpec): string {
  const about = plainName(tool.name).filter((word) => !VERBS.test(word));
  return plainName(nounOfId(name)).at(-1) ?? about.at(-1) ?? 'thing';
}
