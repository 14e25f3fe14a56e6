import type { QuestionField } from '../../../src/agentloop/events.js';
import { isObject } from '../../../src/foundation/json.js';

/** A question as its event shows it. */
export type ShownQuestion = { question_id: string; source: string; message: string } & (
  { mode: 'form'; fields: readonly QuestionField[] } | { mode: 'url'; url: string; host: string }
);

/** True of the data of an event that a form can be made of. */
export function isQuestion(data: unknown): data is ShownQuestion {
  if (!isObject(data) || typeof data['question_id'] !== 'string') return false;
  return data['mode'] === 'url' ? typeof data['url'] === 'string' : Array.isArray(data['fields']);
}
