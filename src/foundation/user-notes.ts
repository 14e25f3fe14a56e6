/** Begins every note; a user's own message may begin so too, and then loses only its first lines. */
export const NOTE_OPENING = '[Note from the application: ';
/** What a note says of a preview that nobody has decided on yet. */
export const STILL_WAITS = 'still waits for the user to decide';
const NOTES = /^(?:\[Note from the application: [^\n]*\]\n)+\n/;

/**
 * A user's message with what the application has to report before it, one line per note. Part of the
 * message and not of the system prompt, so that what was sent before stays the same to the byte.
 */
export function withNotes(notes: readonly string[], message: string): string {
  if (notes.length === 0) return message;
  const lines = notes.map((note) => `${NOTE_OPENING}${note.replaceAll(/\s+/g, ' ')}]\n`);
  return `${lines.join('')}\n${message}`;
}

/** The message as the user wrote it. */
export function withoutNotes(content: string): string {
  return content.replace(NOTES, '');
}

/** The notes before a user's message, one line each. */
export function notesIn(content: string): string[] {
  const notes = content.slice(0, content.length - withoutNotes(content).length);
  return notes
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.slice(NOTE_OPENING.length, -1));
}
