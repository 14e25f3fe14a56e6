import { stem } from '../../../src/foundation/english-stem.js';
import type { JsonObject } from '../../../src/foundation/json.js';
import type { ToolSpec } from '../../../src/llm/types.js';
import type { Part } from '../steps.js';
import type { World } from '../world.js';
import { isRead } from './effects.js';
import { valueFor } from './fill-arguments.js';
import type { Named } from './names.js';
import { plainName, propertiesOf, requiredOf, stemsOf } from './tool-words.js';
import { whichOne } from './which.js';

export type { Named } from './names.js';

/** Whether an argument names a thing that can be looked up: by its id or key, or as what a list tool lists. */
export function isIdName(name: string, tool: ToolSpec, tools: readonly ToolSpec[]): boolean {
  return hasIdForm(name) || listFor(name, tool, tools) !== undefined;
}

/** Whether a name says that its value is an id: `id`, `projectId`, `ticket_key`. */
export function hasIdForm(name: string): boolean {
  return /(^|_|[a-z])(id|ID|Id|key|Key|slug|uuid)$/.test(name);
}

/** The thing that an argument means, from the list of such things: named in the sentence, else asked for. */
export function* lookUpId(name: string, tool: ToolSpec, world: World): Part<Named | undefined> {
  const list = listFor(name, tool, world.tools);
  if (list === undefined) return undefined;
  const args: JsonObject = {};
  for (const [property, schema] of Object.entries(propertiesOf(list))) {
    const value = valueFor({ name: property, schema, isPlain: true }, list, world);
    if (value !== undefined && requiredOf(list).includes(property)) args[property] = value;
  }
  for (const property of requiredOf(list)) {
    if (args[property] !== undefined) continue;
    const item = yield* lookUpId(property, list, world);
    if (item === undefined) return undefined;
    args[property] = item.id;
  }
  const noun = nounOf(name, tool);
  return yield* whichOne(world, { listTool: list.name, noun, args, idName: name });
}

/** The read tool that lists the things an argument is of; what it needs itself can be looked up too. */
function listFor(name: string, tool: ToolSpec, tools: readonly ToolSpec[]): ToolSpec | undefined {
  const noun = stem(nounOf(name, tool));
  const lists = tools.filter(
    (other) =>
      other !== tool &&
      isRead(other) &&
      stemsOf(other.name).has(noun) &&
      !(name in propertiesOf(other)) &&
      requiredOf(other).every((needed) => hasIdForm(needed) && needed !== name),
  );
  // All tools of a source may carry its name in front: what a tool is about stands at the end.
  return lists.find((other) => stem(plainName(other.name).at(-1) ?? '') === noun) ?? lists[0];
}

/** `project_id` → project; a bare `id` is one of what the tool is about. */
function nounOf(name: string, tool: ToolSpec): string {
  const own = plainName(name.replace(/[_-]?(id|ID|Id|key|Key|slug|uuid)$/, '')).at(-1);
  if (own !== undefined) return own;
  const verbs = /^(get|delete|update|patch|set|by|id|one|the|close|archive|remove)$/;
  return (
    plainName(tool.name)
      .filter((word) => !verbs.test(word))
      .at(-1) ?? 'thing'
  );
}
