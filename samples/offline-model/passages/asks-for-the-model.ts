import type { World } from '../world.js';
import { readQuestion, type Question } from './question.js';

/** A greeting or "what can you do?" says little else; more words of content make it a question. */
const MANY_TERMS = 3;

/** True for a greeting, and for a question about the model itself. */
export function asksForTheModel({ reading, facts }: World, { terms }: Question): boolean {
  if (terms.length >= MANY_TERMS) return false;
  return reading.has('noun.capability') || (reading.has('polite') && facts.has('is.short'));
}

/** The question that a request asks, with what it leans on. */
export function questionOf({ transcript }: World): Question {
  return readQuestion(
    transcript.request,
    transcript.earlier.map(({ user }) => user),
  );
}
