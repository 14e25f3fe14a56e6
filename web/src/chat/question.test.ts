import { expect, test } from '@jest/globals';
import type { QuestionField } from '../../../src/agenttools/questions/question.js';
import { filledForm } from '../../../src/agenttools/questions/question-form.js';
import { numberIn } from '../../../src/foundation/exact-number.js';
import { isQuestion } from './question.js';
import { drawnFields, firstValues, valuesOf } from './question-fields.js';

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
  const drawn = drawnFields(fields, firstValues(fields));
  expect(drawn.map(({ type, value }) => [type, value])).toEqual([
    ['text', undefined],
    ['number', undefined],
    ['flag', false],
    ['several', []],
  ]);
  const values = valuesOf(fields, { many: ['x'], ok: true, age: numberIn('36'), name: 'Ada' });
  expect(values).toEqual({ name: 'Ada', age: 36, ok: true, many: ['x'] });
  expect(filledForm(fields, values)).toEqual(values);
});

test('what was left empty is left out, and a box that is not ticked means no', () => {
  expect(valuesOf(fields, { ...firstValues(fields), name: '' })).toEqual({ ok: false, many: [] });
});

test.each([undefined, {}, { question_id: 'q' }, { question_id: 'q', mode: 'url' }])(
  '%j is no question',
  (data) => expect(isQuestion(data)).toBe(false),
);
