import { visibleText } from '../../../../foundation/invisible.js';
import type { JsonObject } from '../../../../foundation/json.js';
import { parseUrl } from '../../../../foundation/parse-url.js';
import {
  asksForSecret,
  formFields,
  type FormValues,
  type Question,
} from '../../../questions/question-form.js';
import { defined } from '../../../../foundation/defined.js';
import type { LiveCall } from '../../../tool.js';
import type { Questions } from '../../../questions/questions.js';
import { cleanText } from '../../openapi/text/clean-text.js';

export type ElicitAnswer =
  { action: 'accept'; content?: FormValues } | { action: 'decline' | 'cancel' };

const MAX_MESSAGE = 1_000;
const MAX_URL = 2_000;

/** A server's elicitation as a question; a text says why it is not put to anybody. */
function questionOf(source: string, params: JsonObject): Question | string {
  const said = typeof params['message'] === 'string' ? params['message'] : '';
  const message = visibleText(said).slice(0, MAX_MESSAGE).trim();
  if (params['mode'] === 'url') return urlQuestion(source, message, params['url']);
  const fields = formFields(params['requestedSchema']);
  if (typeof fields === 'string') return fields;
  const question: Question = { source, message, mode: 'form', fields };
  return asksForSecret(question)
    ? 'it asks for a secret, which is not typed into a chat; a server has to ask for it at an address of its own'
    : question;
}

/** Shown whole, and in ASCII: letters of other scripts cannot pass for those of a known host. */
function urlQuestion(source: string, message: string, value: unknown): Question | string {
  const url = typeof value === 'string' && value.length <= MAX_URL ? parseUrl(value) : undefined;
  if (url === undefined) return 'its address is none, or too long to be shown whole';
  const isOwn = url.hostname === 'localhost' || url.hostname === '127.0.0.1';
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isOwn))
    return 'its address is not https';
  if (url.username + url.password !== '') return 'its address holds a user or password';
  return { source, message, mode: 'url', url: url.href, host: url.host };
}

export interface CallLine {
  userId: string;
  progress(note: { progress: number; total?: number; message?: string }): void;
  /** Puts what the server asks to the user, or refuses it. Never rejects. */
  ask(params: JsonObject): Promise<ElicitAnswer>;
}

const MAX_QUESTIONS = 5;
const PROGRESS_EVERY_MS = 500;
const MAX_NOTE = 200;

export function callLine(
  source: string,
  userId: string,
  live: LiveCall,
  questions: Questions,
  signal: AbortSignal,
): CallLine {
  let asked = 0;
  let shownAt = -Infinity;
  return {
    userId,
    progress: ({ progress, total, message }) => {
      const isLast = total !== undefined && progress >= total;
      if (!isLast && performance.now() - shownAt < PROGRESS_EVERY_MS) return;
      shownAt = performance.now();
      const note = cleanText(message, MAX_NOTE);
      const shown = { progress, total, message: note === '' ? undefined : note };
      live.show('tool_progress', { source, ...defined(shown) });
    },
    ask: async (params) => {
      asked += 1;
      const question =
        asked > MAX_QUESTIONS ? 'it has asked too often' : questionOf(source, params);
      if (typeof question === 'string') {
        live.show('question_refused', { source, reason: question });
        return { action: 'decline' };
      }
      const end = await questions.ask(userId, question, live, signal);
      if (end.state === 'answered')
        return { action: 'accept', ...defined({ content: end.content }) };
      return { action: end.state === 'declined' ? 'decline' : 'cancel' };
    },
  };
}
