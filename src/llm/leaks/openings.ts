import { callHead, type Verdict } from './call-head.js';

/** The ways in which calls leak: bare JSON, a code fence, a tag, Mistral's marker before JSON or a name. */
export type LeakKind = 'bare' | 'fence' | 'tag' | 'list' | 'named';

/** A leak that has been recognised by its beginning, and where its content begins in the text. */
export interface Opening {
  kind: LeakKind;
  contentAt: number;
  /** What ends it; empty where the content ends itself. */
  closing: string;
}

/** The characters with which a leak may begin. */
export const OPENERS = '`<[{';

const FENCE = '```';
const FENCE_WORDS = ['', 'json', 'tool', 'tool_call', 'tool_calls', 'tool_code', 'function_call'];
const TAGS = ['tool_call', 'tool_calls', 'function_call'];
const MARKER = '[TOOL_CALLS]';

/** Judges the beginning of a possible leak; `names` are the offered tools. */
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
