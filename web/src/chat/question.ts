import type { FormValues, QuestionField } from '../../../src/agentloop/events.js';
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

/** The values of a form as its route takes them; fields that were left empty are left out. */
export function valuesOf(fields: readonly QuestionField[], form: FormData): FormValues {
  const values: FormValues = {};
  for (const { name, type } of fields) {
    const texts = form.getAll(name).filter((value) => typeof value === 'string');
    const [text = ''] = texts;
    if (type === 'yes_no') values[name] = text === 'on';
    else if (type === 'choices') values[name] = texts;
    else if (text !== '')
      values[name] = type === 'number' || type === 'integer' ? Number(text) : text;
  }
  return values;
}
