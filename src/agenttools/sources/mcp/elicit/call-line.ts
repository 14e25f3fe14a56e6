import { defined } from '../../../../foundation/defined.js';
import type { JsonObject } from '../../../../foundation/json.js';
import type { LiveCall } from '../../../live-call.js';
import type { Questions } from '../../../questions/questions.js';
import { cleanText } from '../../openapi/text/clean-text.js';
import { elicitAnswer, questionOf, type ElicitAnswer } from './elicitation.js';

/** What of a call reaches its user while it runs. */
export interface CallLine {
  /** Whose call it is. */
  userId: string;
  /** How far the server says it is. */
  progress(note: { progress: number; total?: number; message?: string }): void;
  /** Puts what the server asks to the user, or refuses it. Never rejects. */
  ask(params: JsonObject): Promise<ElicitAnswer>;
}

/** What a line is made of. */
export interface CallLineParts {
  source: string;
  userId: string;
  live: LiveCall;
  questions: Questions;
  /** Ends the call. */
  signal: AbortSignal;
  /** Milliseconds that only rise. */
  now?: () => number;
}

const MAX_QUESTIONS = 5;
const PROGRESS_EVERY_MS = 500;
const MAX_NOTE = 200;

/** The line of one call of a tool to its user. */
export function callLine(parts: CallLineParts): CallLine {
  const { source, userId, live, questions, signal, now = () => performance.now() } = parts;
  let asked = 0;
  let shownAt = -Infinity;
  return {
    userId,
    progress: ({ progress, total, message }) => {
      const isLast = total !== undefined && progress >= total;
      if (!isLast && now() - shownAt < PROGRESS_EVERY_MS) return;
      shownAt = now();
      const note = cleanText(message, MAX_NOTE);
      const shown = { progress, total, message: note === '' ? undefined : note };
      live.show('tool_progress', { source, ...defined(shown) });
    },
    ask: async (params) => {
      asked += 1;
      const question =
        asked > MAX_QUESTIONS ? 'it has asked too often' : questionOf(source, params);
      if (typeof question !== 'string')
        return elicitAnswer(await questions.ask(userId, question, live, signal));
      live.show('question_refused', { source, reason: question });
      return { action: 'decline' };
    },
  };
}
