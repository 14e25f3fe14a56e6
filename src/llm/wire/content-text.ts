import { isObject } from '../../foundation/json.js';

/**
 * The text for the user and the thoughts in a message's content: a text, or a list of parts as some servers send it;
 * parts that hold no text, such as references, say nothing.
 */
export function contentText(content: unknown) {
  const said = { text: '', thinking: '' };
  for (const part of Array.isArray(content) ? (content as unknown[]) : [content]) {
    if (typeof part === 'string') said.text += part;
    if (!isObject(part)) continue;
    const { text, refusal, thinking, reasoning } = part;
    said.text += textIn(part['type'] === 'reasoning' ? undefined : (text ?? refusal));
    said.thinking += textIn(thinking ?? reasoning ?? (part['type'] === 'reasoning' ? text : ''));
  }
  return said;
}

/** Mistral's thoughts are parts in a part. */
function textIn(value: unknown): string {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return '';
  const parts = value as unknown[];
  return parts
    .map((part) => (isObject(part) && typeof part['text'] === 'string' ? part['text'] : ''))
    .join('');
}
