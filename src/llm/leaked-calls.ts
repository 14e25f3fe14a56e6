import { newId } from '../foundation/ids.js';
import { parseBody } from '../foundation/api-answers.js';
import { MODEL_JSON } from '../foundation/exact-json.js';
import { isObject } from '../foundation/json.js';
import { JsonBalance } from './wire/argument-values.js';
import type { ModelSource, SourceEvent } from './resilient.js';
import { transformSource } from './source-transforms.js';
import { judgeOpening, OPENERS, type Opening } from './leaks/openings.js';
import { readArguments, type ReadArguments } from './wire/tool-calls.js';

/**
 * A source whose model sometimes writes its tool calls into the text, as local models do: in a code
 * fence, in `<tool_call>` tags, behind `[TOOL_CALLS]` or as bare JSON. They are taken out of the text
 * and made into calls, unless the same call was made properly too. Other text passes as it comes.
 */
export function repairLeakedCalls(source: ModelSource): ModelSource {
  return transformSource(source, ({ tools, toolChoice }) => {
    if (tools.length === 0 || toolChoice === 'none') return {};
    const scanner = new LeakScanner(new Set(tools.map(({ name }) => name)));
    const made = new Set<string>();
    return {
      *each(event) {
        if (event.type === 'text') yield textOrAlive(scanner.push(event.text));
        else if (event.type === 'done') {
          yield textOrAlive(scanner.end());
          const leaked = scanner.calls.filter((call) => !made.has(identity(call)));
          for (const call of leaked) {
            yield { type: 'tool_call', call: { id: `call_${newId()}`, ...call }, leaked: true };
          }
          // Taken out and not made into a call: the user must hear that something was meant to happen.
          const isLost = scanner.broken && made.size === 0 && event.finishReason === 'stop';
          const otherwise = isLost ? 'malformed_call' : event.finishReason;
          yield { ...event, finishReason: leaked.length > 0 ? 'tool_calls' : otherwise };
        } else {
          if (event.type === 'tool_call') made.add(identity(event.call));
          yield event;
        }
      },
    };
  });
}

function textOrAlive(text: string): SourceEvent {
  return text === '' ? { type: 'alive' } : { type: 'text', text };
}

function identity(call: LeakedCall): string {
  return JSON.stringify([call.name, call.arguments]);
}

/** No head of a call is longer; what is, is text. */
const MAX_OPENING = 512;
/** A leak that grows past this is shown as the text it was. */
const MAX_HELD = 1024 * 1024;

/**
 * Reads an answer's text as it streams, in pieces cut anywhere, and takes tool calls out of it that the
 * model wrote as text. Everything else passes, at once: at most the beginning of what may be a call is
 * held back, and ordinary JSON is recognised by its first key.
 */
export class LeakScanner {
  readonly calls: LeakedCall[] = [];
  broken = false;

  private held = '';
  /** Backticks in a row, within a code fence that passes. */
  private ticks = 0;
  private shown = '';
  private opening: Opening | undefined;
  private balance = new JsonBalance();
  /** `opening` and `leak` hold text back; in `json` and `fence` it passes without being looked at. */
  private mode: 'text' | 'opening' | 'leak' | 'json' | 'fence' = 'text';

  constructor(private readonly names: ReadonlySet<string>) {}

  push(piece: string): string {
    for (let at = 0; at < piece.length; at += 1) this.step(piece[at] ?? '');
    return this.takeShown();
  }

  /** To be called at the end: answers what was held back and turned out to be text. */
  end(): string {
    if (this.mode === 'leak' && this.opening !== undefined) this.endLeak(this.opening);
    this.shown += this.held;
    this.held = '';
    return this.takeShown();
  }

  private takeShown(): string {
    const { shown } = this;
    this.shown = '';
    return shown;
  }

  private step(char: string): void {
    switch (this.mode) {
      case 'text':
        if (OPENERS.includes(char)) this.open(char);
        else this.shown += char;
        break;
      case 'opening':
        this.open(this.held + char);
        break;
      case 'leak':
        this.collect(char);
        break;
      case 'json':
        this.shown += char;
        if (this.balance.feed(char)) this.mode = 'text';
        break;
      case 'fence':
        this.shown += char;
        this.ticks = char === '`' ? this.ticks + 1 : 0;
        if (this.ticks === 3) this.mode = 'text';
        break;
    }
  }

  private toText(): void {
    this.mode = 'text';
    this.held = '';
    this.opening = undefined;
  }

  private open(text: string): void {
    this.held = text;
    this.mode = 'opening';
    const verdict = text.length > MAX_OPENING ? 'no' : judgeOpening(text, this.names);
    if (verdict === 'wait') return;
    if (verdict === 'no') this.passOpening();
    else this.beginLeak(verdict);
  }

  /** What looked like a leak is text; in ordinary JSON and code nothing is looked for. */
  private passOpening(): void {
    const { held } = this;
    this.toText();
    const first = held.startsWith('```') ? '```' : held.slice(0, 1);
    this.shown += first;
    if (first === '```') {
      this.mode = 'fence';
      this.ticks = 0;
    } else if (/^(\{\s*["}]|\[\s*[{"])/.test(held)) {
      this.mode = 'json';
      this.balance = new JsonBalance();
      this.balance.feed(first);
    }
    for (const char of held.slice(first.length).split('')) this.step(char);
  }

  private beginLeak(opening: Opening): void {
    this.opening = opening;
    this.mode = 'leak';
    this.balance = new JsonBalance();
    for (const char of this.held.slice(opening.contentAt)) this.balance.feed(char);
  }

  private collect(char: string): void {
    const opening = this.opening;
    if (opening === undefined) return;
    this.held += char;
    const valueClosed = this.balance.feed(char);
    const { closing } = opening;
    const closed =
      closing === '' ? valueClosed : this.balance.outside && this.held.endsWith(closing);
    if (closed)
      this.finish(opening, this.held.slice(opening.contentAt, this.held.length - closing.length));
    else if (this.held.length > MAX_HELD) this.showHeld();
  }

  private finish(opening: Opening, content: string): void {
    const calls = this.read(opening, content);
    if (calls === undefined && !isExplicit(opening)) return this.showHeld();
    if (calls === undefined) this.broken = true;
    else this.calls.push(...calls);
    this.toText();
  }

  private showHeld(): void {
    this.shown += this.held;
    this.toText();
  }

  private read(opening: Opening, content: string): LeakedCall[] | undefined {
    if (opening.kind === 'named') return readNamedCall(content);
    return readCalls(content, isExplicit(opening) ? undefined : this.names);
  }

  /** The text ended inside of a leak: read what is there; a call that was cut is not shown as text. */
  private endLeak(opening: Opening): void {
    const content = this.held.slice(opening.contentAt);
    const calls = this.read(opening, content);
    if (calls !== undefined) {
      this.calls.push(...calls);
      this.held = '';
    } else if (isExplicit(opening) || /"(arguments|parameters)"\s*:/.test(content)) {
      this.broken = true;
      const end = opening.closing === '' ? -1 : content.indexOf(opening.closing);
      this.held = end === -1 ? '' : content.slice(end + opening.closing.length);
    }
  }
}

/** Written with a tag or marker, so that it cannot be an answer for people. */
function isExplicit({ kind }: Opening): boolean {
  return kind === 'tag' || kind === 'list' || kind === 'named';
}

interface LeakedCall extends ReadArguments {
  name: string;
}

/** The calls of a text that holds nothing else. With `names` only those count, and only with arguments. */
function readCalls(text: string, names?: ReadonlySet<string>): LeakedCall[] | undefined {
  const values = jsonValues(text)?.flatMap((value): unknown[] =>
    Array.isArray(value) ? value : [value],
  );
  if (values === undefined || values.length === 0) return undefined;
  const calls = values.map((value) => toCall(value, names));
  return calls.every((call) => call !== undefined) ? calls : undefined;
}

/** A call in the short form of newer Mistral models: `name{…}` or `name[ARGS]{…}`. */
function readNamedCall(text: string): LeakedCall[] | undefined {
  const [whole, name] = /^\s*([\w.:-]+)(?:\[CALL_ID\][\w-]+)?(?:\[ARGS\])?\s*/.exec(text) ?? [];
  if (whole === undefined || name === undefined) return undefined;
  const [value, ...others] = jsonValues(text.slice(whole.length)) ?? [];
  return isObject(value) && others.length === 0 ? [{ name, ...readArguments(value) }] : undefined;
}

function toCall(value: unknown, names?: ReadonlySet<string>): LeakedCall | undefined {
  if (!isObject(value)) return undefined;
  const inner = isObject(value['function']) ? value['function'] : value;
  const name = inner['name'] ?? inner['tool_name'] ?? inner['tool'] ?? inner['function'];
  const given = inner['arguments'] ?? inner['parameters'];
  if (typeof name !== 'string') return undefined;
  if (names !== undefined && (!names.has(name) || given === undefined)) return undefined;
  if (given !== undefined && !isObject(given) && typeof given !== 'string') return undefined;
  return { name, ...readArguments(given) };
}

/** The JSON values of a text in which only spaces, commas and semicolons stand between them. */
function jsonValues(text: string): unknown[] | undefined {
  const values: unknown[] = [];
  const balance = new JsonBalance();
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (!balance.feed(text[at] ?? '')) continue;
    const value = parseBody(text.slice(start, at + 1).replace(/^[\s,;]+/, ''), MODEL_JSON);
    if (value === undefined) return undefined;
    values.push(value);
    start = at + 1;
  }
  return /^[\s,;]*$/.test(text.slice(start)) ? values : undefined;
}
