import type { FieldType, FormField } from '../../../packages/client/src/forms/form-fields.js';
import type { FormValues, QuestionField } from '../../../src/agentloop/events.js';
import { isObject, type JsonObject } from '../../../src/foundation/json.js';
import type { RunItem } from '../run/run-items.js';
import { t } from '../texts/texts.js';

/** A question as its event shows it. */
export type ShownQuestion = { question_id: string; source: string; message: string } & (
  { mode: 'form'; fields: readonly QuestionField[] } | { mode: 'url'; url: string; host: string }
);

/** True of the data of an event that a form can be made of. */
export function isQuestion(data: unknown): data is ShownQuestion {
  if (!isObject(data) || typeof data['question_id'] !== 'string') return false;
  return data['mode'] === 'url' ? typeof data['url'] === 'string' : Array.isArray(data['fields']);
}

/** The most choices that are shown as buttons. */
const MAX_BUTTONS = 8;

/** What one click answers, where a question has but one field with few choices; undefined for any other. */
export function choicesOf(
  question: ShownQuestion,
): { title: string; content: FormValues }[] | undefined {
  const [field, ...others] = question.mode === 'form' ? question.fields : [];
  if (field === undefined || others.length > 0) return undefined;
  const { name, type, options = [] } = field;
  if (type === 'yes_no') {
    const choices = [
      { title: t('Yes'), value: true },
      { title: t('No'), value: false },
    ];
    return choices.map(({ title, value }) => ({ title, content: { [name]: value } }));
  }
  if (type !== 'choice' || options.length === 0 || options.length > MAX_BUTTONS) return undefined;
  return options.map(({ title, value }) => ({ title, content: { [name]: value } }));
}

/** What a written text answers: a choice by its title or value, or the only text that is asked for; undefined where neither. */
export function writtenAnswer(question: ShownQuestion, text: string): FormValues | undefined {
  const same = (one: unknown) => String(one).toLowerCase() === text.trim().toLowerCase();
  const choices = choicesOf(question);
  const [field, ...others] = question.mode === 'form' ? question.fields : [];
  if (choices !== undefined) {
    return choices.find(({ title, content }) => same(title) || Object.values(content).some(same))
      ?.content;
  }
  const isText = field?.type === 'text' && others.length === 0;
  return isText ? { [field.name]: text.trim() } : undefined;
}

/** The question that a run waits for an answer to. */
export function waitingQuestion(items: readonly RunItem[]): ShownQuestion | undefined {
  const ended = new Set<unknown>();
  for (const item of items.toReversed()) {
    if (item.kind !== 'other') continue;
    if (item.event === 'question_ended' && isObject(item.data)) ended.add(item.data['question_id']);
    const { event, data } = item;
    if (event === 'question' && isQuestion(data) && !ended.has(data.question_id)) return data;
  }
  return undefined;
}

/** What the fields of a question hold before they are filled in. */
export function firstValues(fields: readonly QuestionField[]): JsonObject {
  return Object.fromEntries(
    fields.map(({ name, type, default: given }) => [name, given ?? EMPTY[type]]),
  );
}

const EMPTY: Partial<Record<QuestionField['type'], unknown>> = { yes_no: false, choices: [] };

/** The fields as all forms draw them. */
export function drawnFields(fields: readonly QuestionField[], values: JsonObject): FormField[] {
  return fields.map(({ name, title, description, required, options, ...field }): FormField => ({
    path: [name],
    label: title,
    value: values[name],
    required,
    type: drawnAs(field),
    ...(description === undefined ? {} : { help: description }),
    ...(options && { choices: options.map(({ value, title: label }) => ({ value, label })) }),
  }));
}

function drawnAs({ type, format }: Pick<QuestionField, 'type' | 'format'>): FieldType {
  if (type === 'text') return format === 'date' ? 'date' : format === 'date-time' ? 'time' : 'text';
  return DRAWN[type];
}

const DRAWN: Readonly<Record<Exclude<QuestionField['type'], 'text'>, FieldType>> = {
  number: 'number',
  integer: 'number',
  yes_no: 'flag',
  choice: 'choice',
  choices: 'several',
};

/** The values of a form as its route takes them, in the order of its fields; what was left empty is left out. */
export function valuesOf(fields: readonly QuestionField[], values: JsonObject): FormValues {
  return Object.fromEntries(
    fields.flatMap(({ name, type }) => {
      const value = values[name];
      if (value === undefined || value === '') return [];
      const isNumber = type === 'number' || type === 'integer';
      return [[name, (isNumber ? Number(value) : value) as FormValues[string]]];
    }),
  );
}
