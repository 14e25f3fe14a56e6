import { writeJson } from './exact-json.js';
import { shortened } from './text.js';
import { isObject, type JsonObject } from './json.js';

/** Begins every note; a user's own message may begin so too, and then loses only its first lines. */
export const NOTE_OPENING = '[Note from the application: ';
/** What a note says of a preview that nobody has decided on yet. */
export const STILL_WAITS = 'still waits for the user to decide';
const NOTES = /^(?:\[Note from the application: [^\n]*\]\n)+\n/;

/** A message after the application's notes: not in the system prompt, so that what was sent stays the same. */
export function withNotes(notes: readonly string[], message: string): string {
  if (notes.length === 0) return message;
  const lines = notes.map((note) => `${NOTE_OPENING}${note.replaceAll(/\s+/g, ' ')}]\n`);
  return `${lines.join('')}\n${message}`;
}

export function withoutNotes(content: string): string {
  return content.replace(NOTES, '');
}

export function notesIn(content: string): string[] {
  const notes = content.slice(0, content.length - withoutNotes(content).length);
  return notes
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.slice(NOTE_OPENING.length, -1));
}

const MAX_VALUE = 200;

/** A call as its user reads it: the title of its operation, and a line for each value of the form. */
export function callWords(title: string, input: JsonObject): string {
  return [title, ...linesOf(input, '')].join('\n');
}

function linesOf(input: JsonObject, within: string): string[] {
  return Object.entries(input).flatMap(([name, value]) => {
    const label = within + name.replaceAll('_', ' ');
    if (isObject(value)) return linesOf(value, `${label} › `);
    const values: unknown[] = Array.isArray(value) ? value : [value];
    const words = values.map((one) => (typeof one === 'string' ? one : (writeJson(one) ?? '')));
    return [`${label}: ${words.map((word) => shortened(word, MAX_VALUE)).join(', ')}`];
  });
}
