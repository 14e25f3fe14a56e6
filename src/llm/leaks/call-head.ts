/** What the beginning of a text says: a call, no call, or not enough yet to tell. */
export type Verdict = 'call' | 'no' | 'wait';

const NAME_KEYS = ['name', 'tool', 'tool_name'];
const ARGUMENT_KEYS = ['arguments', 'parameters'];
const KEYS = [...NAME_KEYS, ...ARGUMENT_KEYS, 'function', 'type'];

/**
 * Judges the head of a text that may be the JSON of a tool call, or a list of such: told by its first
 * key and, where that is the name, by the name of an offered tool. Ordinary JSON is told apart within
 * its first few characters. Without `names` any name counts.
 */
export function callHead(text: string, names?: ReadonlySet<string>): Verdict {
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
