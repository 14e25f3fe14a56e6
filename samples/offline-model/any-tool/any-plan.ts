import { isObject, type JsonObject } from '../../../src/foundation/json.js';
import type { ToolSpec } from '../../../src/llm/types.js';
import { sayAny } from '../answers/any.js';
import { sayNotUnderstood } from '../answers/limits.js';
import { bullets, join, plain, textOf } from '../answers/words.js';
import { unreadWords, type Taken } from '../audit/account.js';
import { quoteWords, requireAllRead } from '../audit/refusal.js';
import { namedIn, type Named } from '../plans/names.js';
import { stem } from '../../../src/foundation/english-stem.js';
import { giveUp, need, type Part, type Plan } from '../steps.js';
import type { World } from '../world.js';
import { ENOUGH, isRead, SURE, rankTools, stems, wordsOfTool } from './choose-tool.js';
import { fillArguments, isIdName, propertiesOf } from './fill-arguments.js';

/**
 * Any catalogue, also one never seen: the tool whose words fit best, its arguments from schema, sentence and
 * context, an id that is not given from a list, and what is missing asked for.
 */
export function* anyPlan(world: World): Plan {
  // Where the grammar knows the place, only a question may go by words alone, and nothing is changed so.
  const known = world.situation.contextType !== 'other';
  if (known && !world.facts.has('is.question')) return sayNotUnderstood(world);
  const offered = world.tools.filter(
    (tool) => tool.name !== 'find_tools' && (!known || isRead(tool)),
  );
  const [best] = rankTools(offered, world.reading);
  if (best === undefined || best.score < (known ? SURE : ENOUGH)) return sayNotUnderstood(world);
  const { tool } = best;
  const { args, missing } = fillArguments(tool, world.reading, world.situation.json);
  const found: Named[] = [];
  for (const name of missing.filter(isIdName)) {
    const item = yield* lookUpId(name, tool, offered, world);
    if (item === undefined) continue;
    args[name] = item.id;
    found.push(item);
  }
  const still = missing.filter((name) => args[name] === undefined);
  if (still.length > 0) giveUp(askFor(tool, still));
  const taken = takenBy(tool, args, found);
  if (!isRead(tool)) {
    requireAllRead(world.reading, taken);
    yield* need(tool.name, args);
    return `I have prepared “${title(tool)}”${told(args, found)}. The preview is ready: nothing is sent until you accept it.`;
  }
  const unread = unreadWords(world.reading, taken);
  const answer = sayAny(yield* need(tool.name, args));
  const note = `I could not take in ${quoteWords(unread, world.reading)} of your question; this is without it.\n`;
  return unread.length === 0 ? answer : `${note}${answer}`;
}

function takenBy(tool: ToolSpec, args: JsonObject, found: readonly Named[]): Taken {
  const words = [
    ...wordsOfTool(tool).all,
    ...Object.keys(propertiesOf(tool)).flatMap((name) => [...stems(name)]),
  ];
  return {
    calls: [args],
    concepts: ['act.list', 'act.find', 'q.*', 'polite'],
    texts: [words.join(' '), ...found.map(({ name }) => name)],
  };
}

/** The thing that an id argument means, from the list of such things: named in the sentence, else asked for. */
function* lookUpId(
  name: string,
  tool: ToolSpec,
  offered: readonly ToolSpec[],
  world: World,
): Part<Named | undefined> {
  const list = listFor(name, tool, offered, world);
  if (list === undefined) return undefined;
  const { args } = fillArguments(list, world.reading, world.situation.json);
  const items = itemsOf(yield* need(list.name, args), name);
  const meant = namedIn(items, world.reading);
  const [first, second] = meant;
  if (first && (second === undefined || first.name.length > second.name.length)) return first;
  const noun = nounOf(name, tool);
  return giveUp(
    items.length === 0
      ? `There is no ${noun} that I can see. Which one do you mean?`
      : `These are there:\n${bullets(items.slice(0, 12).map((item) => item.name))}\n\nWhich ${noun} do you mean?`,
  );
}

/** The read tool that lists the things an id is of, and needs nothing that the sentence lacks. */
function listFor(
  name: string,
  tool: ToolSpec,
  offered: readonly ToolSpec[],
  { reading, situation }: World,
) {
  const noun = stem(nounOf(name, tool));
  const lists = offered.filter(
    (other) =>
      other !== tool &&
      isRead(other) &&
      stems(other.name).has(noun) &&
      !(name in propertiesOf(other)) &&
      fillArguments(other, reading, situation.json).missing.length === 0,
  );
  // All tools of a source may carry its name in front: what a tool is about stands at the end.
  return lists.find((other) => lastWord(other.name) === noun) ?? lists[0];
}

function lastWord(name: string): string {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return stem(words.at(-1) ?? '');
}

/** `project_id` → project; a bare `id` is one of what the tool is about. */
function nounOf(name: string, tool: ToolSpec): string {
  const own = name
    .replace(/[_-]?(id|ID|Id|key|Key|slug|uuid)$/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  if (own !== '') return own.split(/[\s_-]+/).at(-1) ?? own;
  const words = tool.name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
  return (
    words.filter((word) => !/^(get|delete|update|patch|set|by|id|one|the)$/.test(word)).at(-1) ??
    'thing'
  );
}

const NAMES = ['name', 'title', 'label', 'key', 'slug', 'subject', 'summary', 'email'];

function itemsOf(data: unknown, idName: string): Named[] {
  const list = Array.isArray(data)
    ? data
    : isObject(data)
      ? Object.values(data).find(Array.isArray)
      : undefined;
  return ((list ?? []) as unknown[]).filter(isObject).flatMap((item) => {
    const id = [idName, 'id', 'key', 'slug', 'name']
      .map((key) => item[key])
      .find((value) => value !== undefined);
    const name = NAMES.map((key) => item[key]).find((value) => typeof value === 'string');
    return id === undefined ? [] : [{ id: id as string, name: textOf(name ?? id) }];
  });
}

function askFor(tool: ToolSpec, names: readonly string[]): string {
  const wanted = names.map((name) => {
    const schema = propertiesOf(tool)[name];
    const values =
      isObject(schema) && Array.isArray(schema['enum'])
        ? ` (${schema['enum'].slice(0, 8).join(', ')})`
        : '';
    return `${plain(name)}${values}`;
  });
  return `For “${title(tool)}” I still need ${join(wanted)}. What shall it be?`;
}

function title({ name }: ToolSpec): string {
  return plain(name.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase());
}

function told(args: JsonObject, found: readonly Named[]): string {
  const lines = Object.entries(args).map(([name, value]) => {
    const item = found.find(({ id }) => id === value);
    return `${plain(name)} ${item ? `“${item.name}”` : JSON.stringify(value)}`;
  });
  return lines.length === 0 ? '' : `: ${lines.join(', ')}`;
}
