import { createHash } from 'node:crypto';
import { canonicalJson, isObject } from '../../../../foundation/json.js';
import type { ToolDefinition } from '../definitions/tool-definition.js';
import type { Clock } from '../../../../foundation/clock.js';
import { visibleText, invisibleCharacters } from '../../../../foundation/invisible.js';
import { defined } from '../../../../foundation/defined.js';
import { Turns } from '../../../../foundation/turns.js';
import type { QuarantinedTool } from '../../tool-source.js';
import { withoutEnd } from '../../../../foundation/text.js';
import type { Pin, PinEntry, PinFile, PinnedServer } from './pin-file.js';

/** SHA-256 in hex of what a server says of a tool; the order of keys does not count. */
export function definitionHash(said: object): string {
  return createHash('sha256').update(canonicalJson(said)).digest('hex');
}

interface Review {
  approved: ToolDefinition[];
  held: QuarantinedTool[];
}

/** Holds the tools of one server to what was approved: another text or schema is another tool. */
export class Pins {
  private writing: Promise<void> = Promise.resolve();

  /** @param options `readOnly`: looks without pinning anything, for a command that only reports */
  constructor(
    private readonly options: { file: PinFile; server: string; clock: Clock; readOnly?: boolean },
  ) {}

  /** The first list is approved by whoever named the server; what is suspicious or new or other later waits. */
  async review(definitions: readonly ToolDefinition[], turns = new Turns()): Promise<Review> {
    const { file, server, readOnly = false } = this.options;
    const known = await file.read();
    if (known !== undefined && known.server === server) return reviewed(definitions, known, turns);
    const own = namesOf(definitions);
    const plain: ToolDefinition[] = [];
    for (const one of definitions) {
      if (suspicionsOf(one, own).length === 0) plain.push(one);
      await turns.next();
    }
    const first = this.pin({ server, tools: {}, log: known?.log ?? [] }, plain, {
      by: 'first contact',
      what: known === undefined ? 'pinned' : 'replaced',
    });
    if (!readOnly) await file.write(first);
    return reviewed(definitions, first, turns);
  }

  approve(definitions: readonly ToolDefinition[], by: string): Promise<void> {
    // One after the other: each reads what the one before has written.
    const write = this.writing.then(() => this.add(definitions, by));
    this.writing = write.catch(() => {});
    return write;
  }

  private async add(definitions: readonly ToolDefinition[], by: string): Promise<void> {
    const { file, server } = this.options;
    const known = await file.read();
    const before = known?.server === server ? known : { server, tools: {}, log: known?.log ?? [] };
    await file.write(this.pin(before, definitions, { by, what: 'approved' }));
  }

  private pin(
    before: PinnedServer,
    definitions: readonly ToolDefinition[],
    { by, what }: Pick<PinEntry, 'by' | 'what'>,
  ): PinnedServer {
    const at = this.options.clock().toISOString();
    const pins = definitions.map((definition): [string, Pin] => [
      definition.name,
      { sha256: definitionHash(definition), approved_at: at, by, definition },
    ]);
    const tools = Object.fromEntries([...Object.entries(before.tools), ...pins]);
    const entry = { at, by, what, tools: definitions.map(({ name }) => name) };
    return { ...before, tools, log: [...before.log, entry] };
  }
}

function namesOf(definitions: readonly ToolDefinition[]): ReadonlySet<string> {
  return new Set(definitions.map(({ name }) => name));
}

async function reviewed(
  definitions: readonly ToolDefinition[],
  { tools }: PinnedServer,
  turns: Turns,
): Promise<Review> {
  const listed = namesOf(definitions);
  const approved: ToolDefinition[] = [];
  const held: QuarantinedTool[] = [];
  for (const definition of definitions) {
    const pin = Object.hasOwn(tools, definition.name) ? tools[definition.name] : undefined;
    if (pin?.sha256 === definitionHash(definition)) approved.push(definition);
    else held.push(heldTool(definition, pin, suspicionsOf(definition, listed)));
    await turns.next();
  }
  return { approved, held };
}

function heldTool(
  definition: ToolDefinition,
  pin: Pin | undefined,
  suspicions: readonly string[],
): QuarantinedTool {
  const why = suspicions.length > 0 ? 'suspicious' : pin === undefined ? 'new' : 'changed';
  const changes = FIELDS.flatMap((field) => {
    const [before, after] = [shown(pin?.definition[field]), shown(definition[field])];
    if (before === after || (before === undefined && after === '{}')) return [];
    return [{ field, ...defined({ before, after }) }];
  });
  const sha256 = definitionHash(definition);
  return { tool: definition.name, sha256, why, suspicions, changes };
}

const FIELDS = ['title', 'description', 'inputSchema', 'outputSchema', 'annotations'] as const;
const MAX_SHOWN = 1_500;

/** For people, who should not be shown what they cannot see; that it is there is among the suspicions. */
function shown(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  const text = typeof value === 'string' ? value : canonicalJson(value);
  return visibleText(text).slice(0, MAX_SHOWN);
}

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

/** What a person should look at before the model reads it; `own` are the names of all tools of its server. */
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
