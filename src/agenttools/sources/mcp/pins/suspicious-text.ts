import { invisibleCharacters } from '../../../../foundation/invisible.js';
import { isObject } from '../../../../foundation/json.js';
import { withoutEnd } from '../../../../foundation/text.js';
import type { ToolDefinition } from '../definitions/tool-definition.js';

/** Words that speak to the model past its user, or of things that no tool's description has to name. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:ignore|disregard|forget)\s(?:all|any|the|your|previous|prior|earlier|above)\b/i,
    'tells the model to ignore something',
  ],
  [
    /\b(?:do not|don't|never|without)\s(?:tell|telling|mention|mentioning|inform|informing|show|showing|notify|notifying|reveal|revealing)\s(?:it|this|that|the|them|to)\b/i,
    'tells the model to hide something',
  ],
  [
    /<\s?(?:important|system|secret|instructions?|hidden)\s?>/i,
    'has a tag that addresses the model',
  ],
  [/\bsystem prompt\b|\bhidden instructions?\b/i, 'speaks of the system prompt'],
  [
    /\.ssh\b|\bid_rsa\b|\bid_ed25519\b|\.aws\/credentials|\/etc\/passwd|\.env\b file/i,
    'names a file of secrets',
  ],
  [
    /\b(?:before|prior to) (?:using|calling|running|invoking) (?:any|all|every|other|another)\b/i,
    'wants to be called before other tools',
  ],
  [
    /\b(?:instead of|rather than) (?:any|all|every|the) other\b|\bdo not use any other\b/i,
    'wants to be called instead of other tools',
  ],
];

const MAX_TEXT = 50_000;

/**
 * What in a definition a person should look at before the model reads it; empty when nothing is. `own` are the names
 * of all tools of its server.
 */
export function suspicionsOf(definition: ToolDefinition, own: ReadonlySet<string>): string[] {
  const found: string[] = [];
  const hidden = invisibleCharacters(definition);
  if (hidden.length > 0) {
    const points = [...new Set(hidden.flatMap(({ codepoints }) => codepoints))].slice(0, 5);
    found.push(`has invisible characters (${points.join(', ')})`);
  }
  const text = textsIn(definition).join('\n').slice(0, MAX_TEXT).replace(/\s+/g, ' ');
  for (const [phrase, what] of PHRASES) if (phrase.test(text)) found.push(what);
  const foreign = foreignTools(definition, own);
  if (foreign.length > 0) found.push(`speaks of tools of somebody else (${foreign.join(', ')})`);
  return found;
}

/** All texts of a definition, also those deep in its schemas. */
function textsIn(value: unknown): string[] {
  const texts: string[] = [];
  // A list instead of recursion: a schema may be as deep as anybody likes.
  const open: unknown[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === 'string') texts.push(next);
    else if (Array.isArray(next)) for (const item of next as unknown[]) open.push(item);
    else if (isObject(next)) for (const item of Object.values(next)) open.push(item);
  }
  return texts;
}

const WORD = /[A-Za-z0-9_-]+/g;
/** Inside a word: `delete_all`, `delete-all`, `deleteAll`. */
const JOINT = /[A-Za-z0-9][_-][A-Za-z0-9]|[a-z][A-Z]/;
const CALL = /\b(?:call|use|invoke|run|using|calling|tool)(?: the)?$/i;
const TOOL = /^[`'"]? tool\b/i;
const QUOTE_OR_SPACE = /[\s`'"]/;
const MAX_NAMED = 3;
const AROUND = 20;

/** Names that its description speaks of like tools, and that are neither tools nor words of this server. */
function foreignTools(definition: ToolDefinition, own: ReadonlySet<string>): string[] {
  const { description } = definition;
  const text = description.slice(0, MAX_TEXT);
  const schema = JSON.stringify([definition.inputSchema, definition.outputSchema ?? {}]);
  const named = [...text.matchAll(WORD)].filter(({ 0: name, index }) => {
    if (!JOINT.test(name)) return false;
    const before = withoutEnd(text.slice(Math.max(0, index - AROUND), index), QUOTE_OR_SPACE);
    const after = text.slice(index + name.length, index + name.length + AROUND);
    const isTool = CALL.test(before) || TOOL.test(after);
    return isTool && !own.has(name) && !schema.includes(name);
  });
  return [...new Set(named.map(([name]) => name.slice(0, 60)))].slice(0, MAX_NAMED);
}
