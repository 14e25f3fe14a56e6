import { visibleText } from '../../../../foundation/invisible.js';
import type { JsonObject } from '../../../../foundation/json.js';
import { parseUrl } from '../../../../foundation/parse-url.js';
import { asksForSecret } from '../../../questions/asks-for-secret.js';
import { formFields } from '../../../questions/question-form.js';
import type { FormValues, Question, QuestionEnd } from '../../../questions/question.js';

/** What a server is answered. */
export type ElicitAnswer =
  { action: 'accept'; content?: FormValues } | { action: 'decline' | 'cancel' };

const MAX_MESSAGE = 1_000;
const MAX_URL = 2_000;

/** A server's elicitation as a question; a text says why it is not put to anybody. */
export function questionOf(source: string, params: JsonObject): Question | string {
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

/** The end of a question in the protocol's words. */
export function elicitAnswer(end: QuestionEnd): ElicitAnswer {
  switch (end.state) {
    case 'answered':
      return { action: 'accept', ...(end.content === undefined ? {} : { content: end.content }) };
    case 'declined':
      return { action: 'decline' };
    case 'expired':
    case 'cancelled':
      return { action: 'cancel' };
  }
}
