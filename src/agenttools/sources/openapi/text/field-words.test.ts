import { expect, test } from '@jest/globals';
import { fieldWords } from './field-words.js';

const schema = (...names: string[]) => ({
  properties: Object.fromEntries(names.map((name) => [name, { description: `The ${name}.` }])),
});

test('fields that most operations have are left out, nested ones are not', () => {
  const common = Array.from({ length: 9 }, () => schema('page'));
  const own = {
    properties: { page: { description: 'The page.' }, body: { items: schema('colour') } },
  };
  const words = fieldWords([...common, own]);
  expect(words[0]).toEqual({ names: '', words: '' });
  expect(words.at(-1)).toEqual({ names: ' (body, colour)', words: 'body colour The colour.' });
});

test('a name that means something else stays', () => {
  const common = Array.from({ length: 9 }, () => schema('state'));
  const own = { properties: { state: { description: 'Where the alert is in its life.' } } };
  expect(fieldWords([...common, own]).at(-1)?.words).toBe('state Where the alert is in its life.');
});
