import { type QuestionField, filledForm } from '../../../src/agenttools/questions/question-form.js';
import { numberIn } from '../../../src/foundation/exact-number.js';
import * as form from './question.js';

type More = Partial<QuestionField>;
const field = (name: string, type: QuestionField['type'], more: More = {}): QuestionField => {
  return { name, title: name, type, required: false, ...more };
};
const fields: QuestionField[] = [
  field('name', 'text'),
  field('age', 'integer'),
  field('ok', 'yes_no'),
  field('many', 'choices', { options: [{ value: 'x', title: 'X' }] }),
];

test('a filled form becomes values that the server takes', () => {
  const drawn = form.drawnFields(fields, form.firstValues(fields));
  expect(drawn.map(({ type }) => type)).toEqual(['text', 'number', 'flag', 'several']);
  expect(drawn.map(({ value }) => value)).toEqual([undefined, undefined, false, []]);
  const values = form.valuesOf(fields, { many: ['x'], ok: true, age: numberIn('36'), name: 'Ada' });
  expect(values).toEqual({ name: 'Ada', age: 36, ok: true, many: ['x'] });
  expect(filledForm(fields, values)).toEqual(values);
});

test('what was left empty is left out, and a box that is not ticked means no', () =>
  expect(form.valuesOf(fields, { ...form.firstValues(fields), name: '' })).toEqual({
    ok: false,
    many: [],
  }));

test.each([undefined, {}, { question_id: 'q' }, { question_id: 'q', mode: 'url' }])(
  '%j is no question',
  (data) => expect(form.isQuestion(data)).toBe(false),
);

const FORM = { question_id: 'q', source: 's', message: 'Which?', mode: 'form' } as const;
const asks = (...fields: QuestionField[]) => ({ ...FORM, fields });
const options = ['1', '2'].map((nth) => ({ value: `v${nth}`, title: `Van ${nth}` }));

test('the choices of a lone field are answered by a click or in words', () => {
  const van = asks(field('van', 'choice', { options }));
  expect(form.choicesOf(van)?.map(({ title }) => title)).toEqual(['Van 1', 'Van 2']);
  expect(form.writtenAnswer(van, ' van 2 ')).toEqual({ van: 'v2' });
  expect(form.writtenAnswer(van, 'V1')).toEqual({ van: 'v1' });
  expect(form.writtenAnswer(van, 'the first')).toBeUndefined();
  expect(form.writtenAnswer(asks(field('sure', 'yes_no')), 'no')).toEqual({ sure: false });
  expect(form.writtenAnswer(asks(field('name', 'text')), 'Ada')).toEqual({ name: 'Ada' });
  const two = asks(field('van', 'choice', { options }), field('name', 'text'));
  expect([form.choicesOf(two), form.writtenAnswer(two, 'Van 1')]).toEqual([undefined, undefined]);
});

test('a question waits until it has ended', () => {
  const question = { kind: 'other' as const, event: 'question', data: asks(field('name', 'text')) };
  const ended = { kind: 'other' as const, event: 'question_ended', data: { question_id: 'q' } };
  expect(form.waitingQuestion([question])).toBe(question.data);
  expect(form.waitingQuestion([question, ended])).toBeUndefined();
});
