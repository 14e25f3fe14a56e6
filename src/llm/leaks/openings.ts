/** The ways in which calls leak: bare JSON, a code fence, a tag, Mistral's marker before JSON or a name. */
type LeakKind = 'bare' | 'fence' | 'tag' | 'list' | 'named';

/** A leak that has been recognised by its beginning, and where its content begins in the text. */
export interface Opening {
  kind: LeakKind;
  contentAt: number;
  closing: string;
}

export const OPENERS = '`<[{';

export const FENCE = '```';
const FENCE_WORDS = ['', 'json', 'tool', 'tool_call', 'tool_calls', 'tool_code', 'function_call'];
const TAGS = ['tool_call', 'tool_calls', 'function_call'];
const MARKER = '[TOOL_CALLS]';

export function judgeOpening(text: string, heads: readonly string[]): Opening | 'no' | 'wait' {
  if (text.startsWith('`')) return judgeFence(text, heads);
  if (text.startsWith('<')) return judgeTag(text);
  if (MARKER.startsWith(text) && text !== '[') return 'wait';
  if (text.startsWith(MARKER)) return judgeMarker(text);
  return judgeHead(text, heads, { kind: 'bare', contentAt: 0, closing: '' });
}

function judgeFence(text: string, heads: readonly string[]): Opening | 'no' | 'wait' {
  if (FENCE.startsWith(text)) return 'wait';
  const [, head = '', word = ''] = /^(```[ \t]*([\w-]*))/.exec(text) ?? [];
  if (head === '') return 'no';
  if (head === text) return FENCE_WORDS.some((known) => known.startsWith(word)) ? 'wait' : 'no';
  if (!FENCE_WORDS.includes(word)) return 'no';
  return judgeHead(text, heads, { kind: 'fence', contentAt: head.length, closing: FENCE });
}

/** In a tag any name counts: nobody writes one by chance, and a wrong name gets the executor's advice. */
function judgeTag(text: string): Opening | 'no' | 'wait' {
  const tag = TAGS.find((name) => text.startsWith(`<${name}>`));
  if (tag === undefined) return TAGS.some((name) => `<${name}>`.startsWith(text)) ? 'wait' : 'no';
  return judgeHead(text, ANY, { kind: 'tag', contentAt: tag.length + 2, closing: `</${tag}>` });
}

function judgeMarker(text: string): Opening | 'no' | 'wait' {
  const content = text.slice(MARKER.length);
  const found = { contentAt: MARKER.length, closing: '' };
  if (/^\s*[[{]/.test(content)) return judgeHead(text, ANY, { kind: 'list', ...found });
  if (/^\s*[\w.:-]+(\[[A-Z_]+\][\w-]*)*\s*\{$/.test(content)) return { kind: 'named', ...found };
  return /^\s*([\w.:-]+(\[(?:[A-Z_]*\])?[\w-]*)*\s*)?$/.test(content) ? 'wait' : 'no';
}

/**
 * How the JSON of a call, or of a list of calls, may begin, without white space: with one of its keys and, where
 * that is the name, with a tool's. Ordinary JSON is told apart within its first few characters. Without `names` any counts.
 */
export function callHeads(names?: readonly string[]): string[] {
  const values = names?.map((name) => `${name}"`) ?? [''];
  const named = NAME_KEYS.flatMap((key) => values.map((value) => `"${key}":"${value}`));
  const keys = [...named, '"arguments":{', '"parameters":{', '"type":"function"'];
  const objects = [...keys, ...keys.map((key) => `"function":{${key}`)].map((key) => `{${key}`);
  return [...objects, ...objects.map((object) => `[${object}`)];
}

const NAME_KEYS = ['name', 'tool', 'tool_name', 'function'];
const ANY = callHeads();
/** White space, outside of texts. */
const SPACE = /("[^"\\]*"?)|\s+/g;

function judgeHead(
  text: string,
  heads: readonly string[],
  found: Opening,
): Opening | 'no' | 'wait' {
  const begun = text.slice(found.contentAt).replace(SPACE, '$1');
  if (heads.some((head) => begun.startsWith(head))) return found;
  return heads.some((head) => head.startsWith(begun)) ? 'wait' : 'no';
}
