import { newId } from '../foundation/ids.js';
import { parseBody } from '../foundation/api-answers.js';
import { MODEL_JSON } from '../foundation/exact-json.js';
import { isObject } from '../foundation/json.js';
import { JsonBalance } from './wire/argument-values.js';
import type { ModelSource, SourceEvent } from './resilient.js';
import { transformSource } from './source-transforms.js';
import { callHeads, FENCE, judgeOpening, OPENERS, type Opening } from './leaks/openings.js';
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

/** Takes calls out of streamed text, cut anywhere; at most the beginning of what may be a call is held back, JSON to its first key. */
export class LeakScanner {
  readonly calls: LeakedCall[] = [];
  broken = false;

  /** Text that may be a leak, from its beginning on; `leak`: that it is one. */
  private held = '';
  private leak: Opening | undefined;
  private next: (char: string) => string = (char) => this.inText(char);
  private readonly heads: readonly string[];

  constructor(private readonly names: ReadonlySet<string>) {
    this.heads = callHeads([...names]);
  }

  /** Takes the next piece and answers the text to show now. */
  push(piece: string): string {
    let shown = '';
    for (let at = 0; at < piece.length; at += 1) shown += this.next(piece[at] ?? '');
    return shown;
  }

  /** To be called at the end: answers what was held back and turned out to be text. */
  end(): string {
    if (this.leak !== undefined) this.endLeak(this.leak);
    return this.release();
  }

  private inText(char: string): string {
    return OPENERS.includes(char) ? this.open(char) : char;
  }

  private open(text: string): string {
    this.held = text;
    this.next = (char) => this.open(text + char);
    const verdict = text.length > MAX_OPENING ? 'no' : judgeOpening(text, this.heads);
    if (verdict === 'wait') return '';
    if (verdict === 'no') return this.pass(this.release());
    this.follow(verdict);
    return '';
  }

  /** Ends what is being looked at, and answers what is held of it. */
  private release(): string {
    const { held } = this;
    this.held = '';
    this.leak = undefined;
    this.next = (char) => this.inText(char);
    return held;
  }

  /** What looked like a leak is text; in ordinary JSON and code nothing is looked for. */
  private pass(text: string): string {
    const first = text.startsWith(FENCE) ? FENCE : text.slice(0, 1);
    if (first === FENCE) {
      let ticks = 0;
      this.passUntil((char) => (ticks = char === '`' ? ticks + 1 : 0) === FENCE.length);
    } else if (/^(\{\s*["}]|\[\s*[{"])/.test(text)) {
      const balance = new JsonBalance();
      balance.feed(first);
      this.passUntil((char) => balance.feed(char));
    }
    return first + this.push(text.slice(first.length));
  }

  private passUntil(isEnd: (char: string) => boolean): void {
    this.next = (char) => {
      if (isEnd(char)) this.release();
      return char;
    };
  }

  private follow(leak: Opening): void {
    this.leak = leak;
    const { contentAt, closing } = leak;
    const balance = new JsonBalance();
    for (const char of this.held.slice(contentAt)) balance.feed(char);
    this.next = (char) => {
      this.held += char;
      const isWhole = balance.feed(char);
      const isClosed = closing === '' ? isWhole : balance.outside && this.held.endsWith(closing);
      if (!isClosed) return this.held.length > MAX_HELD ? this.release() : '';
      return this.finish(leak, this.held.slice(contentAt, this.held.length - closing.length));
    };
  }

  private finish(leak: Opening, content: string): string {
    const calls = this.read(leak, content);
    if (calls === undefined && !isExplicit(leak)) return this.release();
    if (calls === undefined) this.broken = true;
    else this.calls.push(...calls);
    this.release();
    return '';
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
