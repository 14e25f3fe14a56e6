import { stem } from '../language/english-stem.js';
import { isObject, type JsonObject } from '../../../src/foundation/json.js';
import type { ToolSpec } from '../../../src/llm/types.js';
import { verbs } from '../lexicon.js';

/** An argument: a property of the input, or of an object that the input holds, such as `body`. */
export interface Property {
  name: string;
  /** The object it stands in. */
  within?: string;
  schema: unknown;
  isRequired: boolean;
  /** Whether it stands in an object that must be there. */
  isOfRequired?: boolean;
}

/** By schema: the choice of a tool asks for those of all tools many times. */
const known = new WeakMap<JsonObject, readonly Property[]>();

/** The arguments of a tool, those of objects in its input one by one. */
export function propertiesOf({ inputSchema }: Pick<ToolSpec, 'inputSchema'>): readonly Property[] {
  const properties = known.get(inputSchema) ?? propertiesIn(inputSchema);
  known.set(inputSchema, properties);
  return properties;
}

function propertiesIn(inputSchema: JsonObject): Property[] {
  return namedIn(inputSchema).flatMap(({ name, schema, isRequired }) => {
    const inner = isObject(schema) ? namedIn(schema) : [];
    if (inner.length === 0) return [{ name, schema, isRequired }];
    return inner.map((each) => ({
      ...{ ...each, within: name, isRequired: isRequired && each.isRequired },
      isOfRequired: isRequired,
    }));
  });
}

function namedIn(schema: JsonObject): Property[] {
  const { properties, required } = schema;
  const needed: unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(isObject(properties) ? properties : {}).map(([name, each]) => ({
    ...{ name, schema: each, isRequired: needed.includes(name) },
  }));
}

/** Arguments as the tool takes them: those of an object in its input inside that. */
export function nested(tool: ToolSpec, flat: JsonObject): JsonObject {
  const args: JsonObject = {};
  for (const { name, within } of propertiesOf(tool)) {
    if (flat[name] === undefined) continue;
    if (within === undefined) args[name] = flat[name];
    else {
      const inner = args[within];
      args[within] = { ...(isObject(inner) ? inner : {}), [name]: flat[name] };
    }
  }
  return args;
}

/** What a schema takes: the first type that is not null, with its format and the values it lists. */
export function shapeOf(schema: unknown): { type: unknown; format: string; values: string[] } {
  const { type: own, format, oneOf, anyOf, enum: listed } = isObject(schema) ? schema : {};
  const forms = [oneOf, anyOf].flat().filter(isObject);
  const types = [own ?? forms.map((form) => form['type'])].flat();
  return {
    type: types.find((item) => item !== 'null'),
    format: typeof format === 'string' ? format : '',
    values: Array.isArray(listed) ? listed.filter((value) => typeof value === 'string') : [],
  };
}

/** Whether a name says that its value is an id: `id`, `projectId`, `ticket_key`. */
export function hasIdForm(name: string): boolean {
  return /(^|_|[a-z])(id|ID|Id|key|Key|slug|uuid)$/.test(name);
}

/** Whether an argument is the id of a thing, by its name; in a path also a number or a code, such as `room_number`. */
export function isId({ name, within, isRequired }: Property): boolean {
  const isInPath = isRequired && within === undefined;
  return (
    hasIdForm(name) ||
    (isInPath && /(?:^|_|[a-z])(?:[nN]umber|[cC]ode|[sS]ku|SKU|[rR]ef)$/.test(name))
  );
}

/** `projectId` → project, `featureName` → feature; empty for a bare `id`. */
export function nounOfId(name: string): string {
  return name.replace(/[_-]?(id|key|slug|uuid|number|code|sku|ref|(?<=.)name)$/i, '');
}

/** What people call a tool; `flags_createFlag` without a title of its own is `flags create flag`. */
export function titleOf({ name, title }: Pick<ToolSpec, 'name' | 'title'>): string {
  return title ?? plainName(name).join(' ');
}

/** `createFeatureFlag`, `feature_flags` → its words. */
export function plainName(name: string): string[] {
  const apart = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
  return apart.split(/[^a-z0-9]+/).filter((word) => word.length > 1);
}

/** A tool that reads without being told anything. */
export const isWholeList = (tool: ToolSpec): boolean =>
  isRead(tool) && propertiesOf(tool).every(({ isRequired }) => !isRequired);

/** A name however it is written: `project_id` and `projectId` are one. */
export const bareName = (name: string): string => name.replaceAll(/[_-]/g, '').toLowerCase();

const stemsOfNames = new Map<string, ReadonlySet<string>>();
const MOST_NAMES = 20_000;

/** The stems of a name's words. */
export function stemsOf(name: string): ReadonlySet<string> {
  if (stemsOfNames.size > MOST_NAMES) stemsOfNames.clear();
  const stems = stemsOfNames.get(name) ?? new Set(plainName(name).map(stem));
  stemsOfNames.set(name, stems);
  return stems;
}

/** The stems of what a tool is called. */
export function calledBy({ name, title = '' }: ToolSpec): ReadonlySet<string> {
  return stemsOf(`${name} ${title}`);
}

/** What a tool is called, with its parameters. */
export function namesOf(tool: ToolSpec): string[] {
  const names = [tool.name, ...propertiesOf(tool).map(({ name }) => name)];
  return [...names.map((name) => plainName(name).join(' ')), tool.title ?? ''];
}

/** What asks for a tool: its examples, and where a catalogue has none the words of its name and description. */
export function sentencesOf({ name, title = '', description, examples = [] }: ToolSpec): string[] {
  const [first = ''] = description.split(/(?<=[.!?])\s/);
  const about = /^[A-Z]+ \//.test(first) ? '' : first;
  return [...examples, plainName(name).join(' '), title, about].filter(Boolean);
}

/** A tool that says it only reads; without a word on it, one whose name begins so. */
export function isRead({ effect, name }: ToolSpec): boolean {
  if (effect !== undefined) return effect === 'read';
  return /^(?:[a-z0-9]+_)?(get|list|find|search|discover|query|show|read|lookup)/.test(name);
}

/** What the name of a tool begins with, behind the name of its source: "check" of `hotel_checkInBooking`. */
export function ownVerb({ name }: ToolSpec): string {
  return stem(plainName(withoutSource(name))[0] ?? '');
}

export const withoutSource = (name: string): string => name.slice(name.indexOf('_') + 1);

/** What a tool does, with the verbs that people say for it. */
export function deedOf(tool: ToolSpec): { deed: string; words: ReadonlySet<string> } | undefined {
  const stems = calledBy(tool);
  const own = ownVerb(tool);
  // "Cancel a planned trip" plans none.
  return (
    verbs.find((each) => each.stems.has(own)) ??
    verbs.find((each) => [...each.stems].some((word) => stems.has(word)))
  );
}
