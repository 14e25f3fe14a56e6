import { expect, test } from '@jest/globals';
import { statementsOf } from './statements.js';

const law = [
  '(1) Wer verantwortlich ist, hat Messungen zu veranlassen, wenn',
  '1. sich der Arbeitsplatz im Keller befindet, oder',
  '2. er einem Arbeitsfeld zuzuordnen ist.',
  'Die Messung muss innerhalb von 18 Monaten erfolgt sein. Die Frist kann verlängert werden.',
].join('\n');
const reading = { language: 'de' as const, most: 700, worth: () => 1 };
const texts = (text: string, more = {}) =>
  statementsOf(text, { ...reading, ...more }).map((each) => each.text);

test('a list is read with the words before it, sentences one by one', () => {
  expect(texts(law)).toEqual([
    law.split('\n').slice(0, 3).join('\n'),
    'Die Messung muss innerhalb von 18 Monaten erfolgt sein.',
    'Die Frist kann verlängert werden.',
  ]);
});

test('of a long list the items that are worth most stay, each with what it stands in', () => {
  const fines = [
    '(1) Ordnungswidrig handelt, wer vorsätzlich',
    '1. einer Rechtsverordnung nach',
    'a) § 6 oder',
    'b) § 24 zuwiderhandelt,',
    '2. entgegen § 70 nicht bestellt, oder',
    '3. entgegen § 127 nicht misst.',
  ].join('\n');
  const worth = (word: string) => (text: string) => (text.includes(word) ? 1 : 0);
  expect(texts(fines, { most: 90, worth: worth('§ 70') })).toEqual([
    '(1) Ordnungswidrig handelt, wer vorsätzlich … 2. entgegen § 70 nicht bestellt',
  ]);
  expect(texts(fines, { most: 115, worth: worth('§ 24') })).toEqual([
    '(1) Ordnungswidrig handelt, wer vorsätzlich\n1. einer Rechtsverordnung nach … b) § 24 zuwiderhandelt',
  ]);
});

test('what begins or ends inside a sentence is not whole', () => {
  const whole = (text: string) => statementsOf(text, reading).map((each) => each.isWhole);
  expect(whole('Das gilt.')).toEqual([true]);
  expect(whole('Das gilt, wenn')).toEqual([false]);
  expect(whole('zuwiderhandelt.')).toEqual([false]);
  // A passage is cut at its greatest length.
  expect(whole(`${'Das gilt. '.repeat(199)}Und das.${'x'.repeat(100)}`.slice(0, 2000)).at(-1)).toBe(
    false,
  );
});
