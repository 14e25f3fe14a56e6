/** The ways in which calls leak: bare JSON, a code fence, a tag, Mistral's marker before JSON or a name. */
type LeakKind = 'bare' | 'fence' | 'tag' | 'list' | 'named';

/** A leak that has been recognised by its beginning, and where its content begins in the text. */
export interface Opening {
  kind: LeakKind;
  contentAt: number;
  closing: string;
}

export const OPENERS = '`<[{';

const FENCE = '```';
const FENCE_WORDS = ['', 'json', 'tool', 'tool_call', 'tool_calls', 'tool_code', 'function_call'];
const TAGS = ['tool_call', 'tool_calls', 'function_call'];
const MARKER = '[TOOL_CALLS]';

export function judgeOpening(text: string, names: ReadonlySet<string>): Opening | 'no' | 'wait' {
  if (text.startsWith('`')) return judgeFence(text, names);
  if (text.startsWith('<')) return judgeTag(text);
  if (MARKER.startsWith(text) && text !== '[') return 'wait';
  if (text.startsWith(MARKER)) return judgeMarker(text);
  return opening(callHead(text, names), { kind: 'bare', contentAt: 0, closing: '' });
}

function judgeFence(text: string, names: ReadonlySet<string>): Opening | 'no' | 'wait' {
  if (FENCE.startsWith(text)) return 'wait';
  const [, head = '', word = ''] = /^(```[ \t]*([\w-]*))/.exec(text) ?? [];
  if (head === '') return 'no';
  if (head === text) return FENCE_WORDS.some((known) => known.startsWith(word)) ? 'wait' : 'no';
  if (!FENCE_WORDS.includes(word)) return 'no';
  const found: Opening = { kind: 'fence', contentAt: head.length, closing: FENCE };
  return opening(callHead(text.slice(head.length), names), found);
}

/** In a tag any name counts: nobody writes one by chance, and a wrong name gets the executor's advice. */
function judgeTag(text: string): Opening | 'no' | 'wait' {
  const tag = TAGS.find((name) => text.startsWith(`<${name}>`));
  if (tag === undefined) return TAGS.some((name) => `<${name}>`.startsWith(text)) ? 'wait' : 'no';
  const contentAt = tag.length + 2;
  const found: Opening = { kind: 'tag', contentAt, closing: `</${tag}>` };
  return opening(callHead(text.slice(contentAt)), found);
}

function judgeMarker(text: string): Opening | 'no' | 'wait' {
  const content = text.slice(MARKER.length);
  const found = { contentAt: MARKER.length, closing: '' };
  if (/^\s*[[{]/.test(content)) return opening(callHead(content), { kind: 'list', ...found });
  if (/^\s*[\w.:-]+(\[[A-Z_]+\][\w-]*)*\s*\{$/.test(content)) return { kind: 'named', ...found };
  return /^\s*([\w.:-]+(\[(?:[A-Z_]*\])?[\w-]*)*\s*)?$/.test(content) ? 'wait' : 'no';
}

function opening(verdict: Verdict, found: Opening): Opening | 'no' | 'wait' {
  return verdict === 'call' ? found : verdict;
}

/** What the beginning of a text says: a call, no call, or not enough yet to tell. */
type Verdict = 'call' | 'no' | 'wait';

const NAME_KEYS = ['name', 'tool', 'tool_name'];
const ARGUMENT_KEYS = ['arguments', 'parameters'];
const KEYS = [...NAME_KEYS, ...ARGUMENT_KEYS, 'function', 'type'];

/**
 * Judges the head of a text that may be the JSON of a tool call, or a list of such: told by its first
 * key and, where that is the name, by the name of an offered tool. Ordinary JSON is told apart within
 * its first few characters. Without `names` any name counts.
 */
function callHead(text: string, names?: ReadonlySet<string>): Verdict {
  const object = text.replace(/^\s*\[?\s*/, '');
  if (object === '') return 'wait';
  if (!object.startsWith('{')) return 'no';
  return keyHead(object.slice(1).trimStart(), names);
}

function keyHead(text: string, names?: ReadonlySet<string>): Verdict {
  const [whole = '', key = '', end] = /^"([^"\\]*)("?)/.exec(text) ?? [];
  if (text === '') return 'wait';
  if (whole === '') return 'no';
  if (end === '')
    return whole === text && KEYS.some((known) => known.startsWith(key)) ? 'wait' : 'no';
  if (!KEYS.includes(key)) return 'no';
  const afterKey = text.slice(whole.length).trimStart();
  if (afterKey === '') return 'wait';
  if (!afterKey.startsWith(':')) return 'no';
  return valueHead(key, afterKey.slice(1).trimStart(), names);
}

function valueHead(key: string, value: string, names?: ReadonlySet<string>): Verdict {
  if (value === '') return 'wait';
  if (ARGUMENT_KEYS.includes(key)) return value.startsWith('{') ? 'call' : 'no';
  if (key === 'type') return nameHead(value, new Set(['function']));
  if (key === 'function' && value.startsWith('{')) return callHead(value, names);
  return nameHead(value, names);
}

function nameHead(value: string, names?: ReadonlySet<string>): Verdict {
  const [whole = '', name = '', end] = /^"([\w.:-]*)("?)/.exec(value) ?? [];
  if (whole === '') return 'no';
  if (end === '"') return names === undefined || names.has(name) ? 'call' : 'no';
  if (whole !== value) return 'no';
  return names === undefined || [...names].some((known) => known.startsWith(name)) ? 'wait' : 'no';
}
