import { expect, test } from '@jest/globals';
import type { QuestionField } from '../../../src/agenttools/questions/question.js';
import { filledForm } from '../../../src/agenttools/questions/question-form.js';
import { isQuestion, valuesOf } from './question.js';

const field = (name: string, type: QuestionField['type'], more: Partial<QuestionField> = {}) => ({
  ...{ name, title: name, type, required: false },
  ...more,
});
const fields: QuestionField[] = [
  field('name', 'text'),
  field('age', 'integer'),
  field('ok', 'yes_no'),
  field('many', 'choices', { options: [{ value: 'x', title: 'X' }] }),
];

test('a filled form becomes values that the server takes', () => {
  const form = new FormData();
  form.append('name', 'Ada');
  form.append('age', '36');
  form.append('ok', 'on');
  form.append('many', 'x');
  const values = valuesOf(fields, form);
  expect(values).toEqual({ name: 'Ada', age: 36, ok: true, many: ['x'] });
  expect(filledForm(fields, values)).toEqual(values);
});

test('what was left empty is left out, and a box that is not ticked means no', () => {
  const form = new FormData();
  form.append('name', '');
  form.append('age', '');
  expect(valuesOf(fields, form)).toEqual({ ok: false, many: [] });
});

test.each([undefined, {}, { question_id: 'q' }, { question_id: 'q', mode: 'url' }])(
  '%j is no question',
  (data) => expect(isQuestion(data)).toBe(false),
);
