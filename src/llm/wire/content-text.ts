import { isObject } from '../../foundation/json.js';

/** The text and thoughts in a content: a text, or parts; those that hold no text say nothing. */
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
export function textIn(value: unknown): string {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return '';
  const parts = value as unknown[];
  return parts
    .map((part) => (isObject(part) && typeof part['text'] === 'string' ? part['text'] : ''))
    .join('');
}
