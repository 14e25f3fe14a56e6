import type { AgentInfo, ToolInfo } from '../api/client.js';
import { spaced } from '../ui/format.js';
import { t } from '../texts/texts.js';
import { isObject } from '../../../src/foundation/json.js';

/** Which tools are wanted; an empty text or `all` wants every one. */
export interface Filter {
  text: string;
  group: string;
  effect: ToolInfo['effect'] | 'all';
}

export const NO_FILTER: Filter = { text: '', group: 'all', effect: 'all' };

/** The tools that fit a filter: each of its words stands in the name, the words about it or its parameters. */
export function filterTools(
  tools: readonly ToolInfo[],
  { text, group, effect }: Filter,
): ToolInfo[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return tools.filter((tool) => {
    if (group !== 'all' && !tool.groups.includes(group)) return false;
    if (effect !== 'all' && tool.effect !== effect) return false;
    const own = words.length === 0 ? '' : textOf(tool);
    return words.every((word) => own.includes(word));
  });
}

function textOf({ name, description, examples, input_schema }: ToolInfo): string {
  const parameters = parametersOf(input_schema).map(({ path }) => path);
  const spoken = spaced(name);
  return [name, spoken, description, ...examples, ...parameters].join('\n').toLowerCase();
}

/** Tools that stand together because the same contexts have them. */
export interface Section {
  key: string;
  title: string;
  tools: ToolInfo[];
}

/** The tools by the contexts that have them, in the order of the agents; those of several come last. */
export function sectionsOf(tools: readonly ToolInfo[], agents: readonly AgentInfo[]): Section[] {
  const order = agents.map((agent) => agent.context_type);
  const place = (group: string) => (order.includes(group) ? order.indexOf(group) : order.length);
  const sections = new Map<string, Section>();
  for (const tool of tools) {
    const groups = tool.groups.toSorted((a, b) => place(a) - place(b));
    const key = groups.join(' ');
    const title = groups.map((group) => groupTitle(group, agents)).join(' and ');
    const section = sections.get(key) ?? { key, title, tools: [] };
    section.tools.push(tool);
    sections.set(key, section);
  }
  const size = (key: string) => key.split(' ').length;
  return [...sections.values()].sort(
    (a, b) => size(a.key) - size(b.key) || place(a.key) - place(b.key),
  );
}

/** What a group is called: as its agent, else its own name. */
export function groupTitle(group: string, agents: readonly AgentInfo[]): string {
  const agent = agents.find(({ context_type }) => context_type === group);
  return agent?.title ?? `${group.charAt(0).toUpperCase()}${group.slice(1)}`;
}

/** What a tool does to the world, in words. */
export const EFFECTS = (): Readonly<
  Record<ToolInfo['effect'], { label: string; tone: string; meaning: string }>
> => ({
  read: { label: t('reads'), tone: '', meaning: t('Reads only') },
  preview: {
    label: t('shows a preview'),
    tone: 'info',
    meaning: t('Proposes a change for the user to accept or reject'),
  },
  write: {
    label: t('changes a draft'),
    tone: 'warn',
    meaning: t('Changes a draft, nothing that is saved'),
  },
});

/** One parameter of a tool as people read it. */
export interface Parameter {
  /** Its name behind those of what holds it: `filter.value`, `columns[].name`. */
  path: string;
  /** `text`, `number`, `list of text`, … */
  type: string;
  required: boolean;
  description: string;
  /** The only values it takes. */
  allowed: readonly string[];
}

const MAX_DEPTH = 4;

/** The parameters of an input schema in its order, what is inside a parameter behind it. */
export function parametersOf(schema: unknown, prefix = '', depth = 0): Parameter[] {
  if (!isObject(schema) || !isObject(schema['properties']) || depth > MAX_DEPTH) return [];
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  return Object.entries(schema['properties']).flatMap(([name, given]) => {
    const property = isObject(given) ? given : {};
    const path = `${prefix}${name}`;
    const own = {
      path,
      type: typeOf(property),
      required: required.includes(name),
      description: typeof property['description'] === 'string' ? property['description'] : '',
      allowed: allowedOf(property),
    };
    return [
      own,
      ...parametersOf(property, `${path}.`, depth + 1),
      ...parametersOf(property['items'], `${path}[].`, depth + 1),
    ];
  });
}

const WORDS = (): Readonly<Record<string, string>> => ({
  string: t('text'),
  integer: t('whole number'),
  boolean: t('yes or no'),
  null: t('nothing'),
  array: t('list'),
});

function typeOf(property: Readonly<Record<string, unknown>>): string {
  const { type, items } = property;
  const types = [type].flat().filter((one) => typeof one === 'string');
  if (types.length === 0) {
    const choices = [property['anyOf'], property['oneOf']].find(Array.isArray);
    const inside = choices?.filter(isObject).map(typeOf) ?? [];
    return inside.length > 0 ? [...new Set(inside)].reduce(either) : t('anything');
  }
  const words = types.map((one) =>
    one === 'array' && isObject(items)
      ? t('list of {items}', { items: typeOf(items) })
      : (WORDS()[one] ?? one),
  );
  return words.reduce(either);
}

function either(name: string, other: string): string {
  return t('{name} or {other}', { name, other });
}

function allowedOf(property: Readonly<Record<string, unknown>>): string[] {
  const items = isObject(property['items']) ? property['items'] : {};
  const values = [property['enum'], items['enum']].find(Array.isArray);
  const one = 'const' in property ? [property['const']] : [];
  return (values ?? one).map((value) =>
    typeof value === 'string' ? value : JSON.stringify(value),
  );
}
