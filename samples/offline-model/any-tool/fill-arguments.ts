import { isObject, type JsonObject } from '../../../src/foundation/json.js';
import type { ToolSpec } from '../../../src/llm/types.js';
import { harmless } from '../audit/harmless.js';
import type { Reading } from '../reading/reading.js';
import { stem } from '../../../src/foundation/english-stem.js';
import type { Token } from '../reading/tokens.js';
import { stems, wordsOfTool } from './choose-tool.js';

/** Arguments from a sentence, and the required ones that it does not give. */
export interface Filled {
  args: JsonObject;
  missing: string[];
}

/** Fills a tool's arguments from its schema, the sentence and what the page has open. */
export function fillArguments(tool: ToolSpec, reading: Reading, open: JsonObject): Filled {
  const properties = propertiesOf(tool);
  const required = Array.isArray(tool.inputSchema['required']) ? tool.inputSchema['required'] : [];
  const args: JsonObject = {};
  const missing: string[] = [];
  for (const [name, schema] of Object.entries(properties)) {
    const value = isObject(schema) ? valueFor(name, schema, tool, reading, open) : undefined;
    if (value !== undefined) args[name] = value;
    else if (required.includes(name)) missing.push(name);
  }
  return { args, missing };
}

/** The properties of a tool's input. */
export function propertiesOf(tool: ToolSpec): JsonObject {
  return isObject(tool.inputSchema['properties']) ? tool.inputSchema['properties'] : {};
}

/** Whether an argument names a thing by its id or key. */
export function isIdName(name: string): boolean {
  return /(^|_|[a-z])(id|ID|Id|key|Key|slug|uuid)$/.test(name);
}

function valueFor(
  name: string,
  schema: JsonObject,
  tool: ToolSpec,
  reading: Reading,
  open: JsonObject,
): unknown {
  const said = afterName(name, reading);
  if (Array.isArray(schema['enum'])) return enumSaid(schema['enum'], reading);
  const type = [schema['type']].flat().find((item) => item !== 'null');
  if (type === 'boolean') return truthSaid(name, reading);
  if (type === 'integer' || type === 'number') return numberFor(name, said, reading, tool);
  if (type !== 'string') return undefined;
  if (schema['format'] === 'email')
    return reading.tokens.find(({ kind }) => kind === 'email')?.text;
  if (/date/.test(textOf(schema['format']) ?? ''))
    return reading.tokens.find(({ kind }) => kind === 'date')?.text;
  if (isIdName(name)) return identifier(name, said, reading) ?? textOf(open[name]);
  if (/^(q|query|search|text|question|term)$/.test(name)) return searchWords(reading, tool);
  return said?.text ?? namedText(name, reading) ?? textOf(open[name]);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** What stands behind the words of a name: "priority 3", "description: …", "status to open". */
function afterName(name: string, { tokens }: Reading): Token | undefined {
  const words = [...stems(name)].filter((word) => word !== 'id');
  const at = tokens.findLastIndex((token) => words.includes(stem(token.text)));
  if (at < 0) return undefined;
  const next = tokens
    .slice(at + 1)
    .find(({ lower }) => !/^(to|is|of|as|=|:|be|with|the|a|called|named)$/.test(lower));
  return next?.kind === 'mark' ? undefined : next;
}

function enumSaid(values: readonly unknown[], reading: Reading): unknown {
  const said = ` ${reading.tokens.map(({ text }) => stem(text)).join(' ')} `;
  return values.find(
    (value) =>
      typeof value === 'string' &&
      said.includes(
        ` ${value
          .split(/[\s_-]+/)
          .map(stem)
          .join(' ')} `,
      ),
  );
}

function truthSaid(name: string, { tokens }: Reading): boolean | undefined {
  const words = [...stems(name)].filter((word) => !/^(is|has)$/.test(word));
  const at = tokens.findIndex((token) => words.includes(stem(token.text)));
  const switched =
    /^(enabled?|active)$/.test(name) &&
    tokens.find(({ lower }) => /^(on|off|disable|deactivate)$/.test(lower));
  if (switched) return switched.lower === 'on';
  return at < 0 ? undefined : !/^(not|no|without|isn't|un)$/.test(tokens[at - 1]?.lower ?? '');
}

function numberFor(
  name: string,
  said: Token | undefined,
  { tokens }: Reading,
  tool: ToolSpec,
): number | undefined {
  if (said?.value !== undefined) return said.value;
  const numeric = Object.entries(propertiesOf(tool)).filter(
    ([, schema]) => isObject(schema) && /integer|number/.test(String(schema['type'])),
  );
  const numbers = tokens.filter(({ kind }) => kind === 'number');
  return numeric.length === 1 && numeric[0]?.[0] === name && numbers.length === 1
    ? numbers[0]?.value
    : undefined;
}

/** `FLAG-12`, `new-checkout`, a UUID: a word that is no plain word. */
function identifier(
  name: string,
  said: Token | undefined,
  { tokens }: Reading,
): string | undefined {
  const odd = (token: Token) =>
    token.kind === 'uuid' ||
    token.kind === 'name' ||
    (token.kind === 'word' && /[-\d]/.test(token.text) && !harmless.has(token.lower));
  if (said !== undefined && (odd(said) || said.kind === 'quoted' || said.kind === 'number'))
    return said.text;
  const found = tokens.filter(odd);
  return found.length === 1 && /(^|_)(id|key|slug|uuid)$|Id$|Key$/.test(name)
    ? found[0]?.text
    : undefined;
}

/** "called Blue", or the one text in quotes. */
function namedText(name: string, { tokens }: Reading): string | undefined {
  if (!/name|title|subject|label|summary/i.test(name)) return undefined;
  const quoted = tokens.filter(({ kind }) => kind === 'quoted');
  if (quoted.length === 1) return quoted[0]?.text;
  const at = tokens.findIndex(({ lower }) => /^(called|named|titled)$/.test(lower));
  const words = tokens.slice(at + 1);
  const end = words.findIndex(
    ({ kind, lower }) => kind === 'mark' || /^(with|and|for|in|on|to)$/.test(lower),
  );
  const run = words.slice(0, end < 0 ? undefined : end).map(({ text }) => text);
  return at < 0 || run.length === 0 ? undefined : run.join(' ');
}

function searchWords(reading: Reading, tool: ToolSpec): string | undefined {
  const known = wordsOfTool(tool).name;
  const words = reading.tokens.filter(
    ({ kind, lower, text }) =>
      kind !== 'mark' &&
      !harmless.has(lower) &&
      !known.has(stem(text)) &&
      !/^(find|search|look|list|about)$/.test(lower),
  );
  return words.length === 0 ? undefined : words.map(({ text }) => text).join(' ');
}
