import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../../foundation/json.js';
import type { ToolDefinition } from '../definitions/tool-definition.js';
import type { Clock } from '../../../../foundation/clock.js';
import { visibleText } from '../../../../foundation/invisible.js';
import { defined } from '../../../../foundation/defined.js';
import { Turns } from '../../../../foundation/turns.js';
import type { QuarantinedTool } from '../../tool-source.js';
import type { Pin, PinEntry, PinFile, PinnedServer } from './pin-file.js';
import { suspicionsOf } from './suspicious-text.js';

/** SHA-256 in hex of all that a server says of a tool; the order of keys does not count. */
function definitionHash(definition: ToolDefinition): string {
  return createHash('sha256').update(canonicalJson(definition)).digest('hex');
}

/** Which tools of a list are offered, and which wait. */
interface Review {
  approved: ToolDefinition[];
  held: QuarantinedTool[];
  /** Approved tools that the server does not list any more. */
  gone: string[];
}

interface PinsOptions {
  file: PinFile;
  server: string;
  clock: Clock;
  /** Looks without pinning anything: for a command that only reports. */
  readOnly?: boolean;
}

/** Holds the tools of one server to what was approved: another text or schema is another tool. */
export class Pins {
  private writing: Promise<void> = Promise.resolve();

  constructor(private readonly options: PinsOptions) {}

  /**
   * The first list of a server is approved by the operator who named the server; what is suspicious in it
   * waits all the same, and so does whatever is new or other than it was later.
   */
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

  /** Approves these definitions, as somebody has seen them. */
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
  return { approved, held, gone: Object.keys(tools).filter((name) => !listed.has(name)) };
}

function heldTool(
  definition: ToolDefinition,
  pin: Pin | undefined,
  suspicions: readonly string[],
): QuarantinedTool {
  const { name: tool } = definition;
  const why = suspicions.length > 0 ? 'suspicious' : pin === undefined ? 'new' : 'changed';
  return {
    tool,
    sha256: definitionHash(definition),
    why,
    suspicions,
    changes: changesBetween(pin?.definition, definition),
  };
}

const FIELDS = ['title', 'description', 'inputSchema', 'outputSchema', 'annotations'] as const;
const MAX_SHOWN = 1_500;

function changesBetween(
  before: ToolDefinition | undefined,
  after: ToolDefinition,
): QuarantinedTool['changes'] {
  return FIELDS.flatMap((field) => {
    const [was, is] = [shown(before?.[field]), shown(after[field])];
    if (was === is || (was === undefined && is === '{}')) return [];
    return [{ field, ...defined({ before: was, after: is }) }];
  });
}

/** For people, who should not be shown what they cannot see; that it is there is among the suspicions. */
function shown(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  const text = typeof value === 'string' ? value : canonicalJson(value);
  return visibleText(text).slice(0, MAX_SHOWN);
}
