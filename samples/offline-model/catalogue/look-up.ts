import { stem } from '../../../src/foundation/english-stem.js';
import { defined } from '../../../src/foundation/defined.js';
import { isObject, type JsonObject } from '../../../src/foundation/json.js';
import type { ToolSpec } from '../../../src/llm/types.js';
import type { Part } from '../steps.js';
import type { World } from '../world.js';
import { isRead } from './effects.js';
import { hasIdForm, saidBehind, valueFor } from './fill-arguments.js';
import type { Named } from './names.js';
import { enumOf, plainName, propertiesOf, stemsOf, titleOf, type Property } from './tool-words.js';
import { whichOne } from './which.js';

export type { Named } from './names.js';

/** Whether an argument names a thing that can be looked up: by its id or key, or as what a list tool lists. */
export function isLookedUp(
  { name, schema, isRequired }: Property,
  tool: ToolSpec,
  tools: readonly ToolSpec[],
): boolean {
  const isWord = isObject(schema) && schema['type'] === 'string' && enumOf(schema).length === 0;
  // A change may need a thing by name whose list is only to be found.
  const isName = isRequired && isWord && !isRead(tool) && !TEXTS.test(name);
  return hasIdForm(name) || isName || listFor(name, tool, tools) !== undefined;
}

const TEXTS = /^(name|title|text|body|description|message|comment|value|query|search|email|url)$/i;

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
  for (const property of propertiesOf(list)) {
    if (!property.isRequired) continue;
    const needed = property.name;
    const given = known[needed] ?? valueFor(property, list, world);
    args[needed] = given ?? (yield* lookUpThing(needed, list, world))?.id;
    if (args[needed] === undefined) return undefined;
  }
  const noun = nounOf(name, tool);
  return yield* whichOne(world, {
    ...{ listTool: list.name, noun, args, idName: name },
    ...defined({ orElse: saidBehind(name, tool, world.reading) }),
    ...(isRead(tool) ? { takesOnly: true } : { purpose: titleOf(tool) }),
  });
}

/** The read tool that lists the things an argument is of; what it needs itself can be looked up too. */
function listFor(name: string, tool: ToolSpec, tools: readonly ToolSpec[]): ToolSpec | undefined {
  const noun = stem(nounOf(name, tool));
  const lists = tools.filter(
    (other) =>
      other !== tool &&
      isRead(other) &&
      stemsOf(other.name).has(noun) &&
      propertiesOf(other).every(
        (each) => each.name !== name && (!each.isRequired || hasIdForm(each.name)),
      ),
  );
  // All tools of a source may carry its name in front: what a tool is about stands at the end.
  return lists.find(({ name: other }) => stem(plainName(other).at(-1) ?? '') === noun) ?? lists[0];
}

/** `project_id` → project, `featureName` → feature; a bare `id` is one of what the tool is about. */
function nounOf(name: string, tool: ToolSpec): string {
  const own = plainName(name.replace(/[_-]?(id|ID|Id|key|Key|slug|uuid|(?<=.)[nN]ame)$/, '')).at(
    -1,
  );
  if (own !== undefined) return own;
  const verbs = /^(get|delete|update|patch|set|by|id|one|the|close|archive|remove)$/;
  const words = plainName(tool.name).filter((word) => !verbs.test(word));
  return words.at(-1) ?? 'thing';
}
