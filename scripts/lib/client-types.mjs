import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { schemaTypes } from './schema-types.mjs';

/** Where the generated types are. */
export const CLIENT_TYPES = 'packages/client/src/api-types.ts';

const HEADER = '// Generated from GET /openapi.json by `npm run client:types`; do not edit.\n\n';

/** @typedef {Record<string, any>} Loose */

/**
 * The TypeScript types of what the client sends and reads: all that is referred to by operations whose answers
 * the document states, and of the events of a stream.
 * @param {string} root
 * @param {Loose} document
 * @returns {Promise<string>}
 */
export async function clientTypes(root, document) {
  /** @type {Loose[]} */
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  const stated = operations.filter(({ responses }) =>
    Object.values(responses).some(({ content }) => content !== undefined),
  );
  /** @type {Loose} */
  const events = stated.map(({ responses }) => eventsIn(responses)).find(Boolean) ?? {};
  const schemas = reachable(document.components.schemas, [stated, document.components.responses]);
  const text = HEADER + (await schemaTypes(schemas)) + eventTypes(events);
  const options = await resolveConfig(join(root, CLIENT_TYPES));
  return format(text, { ...options, parser: 'typescript' });
}

/** @param {Loose} responses */
function eventsIn(responses) {
  return Object.values(responses).find((response) => response['x-events'])?.['x-events'];
}

/** @param {Loose} events */
function eventTypes(events) {
  const fields = Object.entries(events).map(
    ([name, { $ref }]) => `  ${name}: ${String($ref).split('/').at(-1)};`,
  );
  return `\n/** The data of each event by its wire name. */\nexport type EventData = {\n${fields.join('\n')}\n};\n`;
}

/**
 * The schemas that are referred to from somewhere, and from these, by their names in order.
 * @param {Loose} schemas
 * @param {unknown} from
 */
function reachable(schemas, from) {
  /** @type {Set<string>} */
  const names = new Set();
  /** @param {unknown} value */
  const visit = (value) => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      if (key === '$ref' && typeof inner === 'string') {
        const name = inner.split('/').at(-1) ?? '';
        if (inner.startsWith('#/components/schemas/') && !names.has(name)) {
          names.add(name);
          visit(schemas[name]);
        }
      } else visit(inner);
    }
  };
  visit(from);
  return Object.fromEntries([...names].sort().map((name) => [name, schemas[name]]));
}
