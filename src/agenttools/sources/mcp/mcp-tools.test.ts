import { expect, test } from '@jest/globals';
import { definitionText } from './mcp-tools.js';
import { pageOfCall } from './mcp-tools.js';

const definition = (description: string, title = 'Notes') => ({
  ...{ name: 'create_note', title, description, inputSchema: {}, annotations: {} },
});

test('a long description is capped for the model, and further for the index', () => {
  const { title, description, indexed } = definitionText(
    definition('Writes a note. '.repeat(500), 'N'.repeat(500)),
  );
  expect(title.length).toBeLessThanOrEqual(80);
  expect(description.length).toBeLessThanOrEqual(800);
  expect(description).toMatch(/^Writes a note\. Writes/);
  // Title, the words of the name, and the beginning of the description.
  expect(indexed.length).toBeLessThanOrEqual(80 + 2 + 'create note'.length + 2 + 300);
});

test('what cannot be seen is in neither, and a tool without words has those of its name', () => {
  const hidden = definitionText(definition('Writes\u200b a\u202e note.'));
  expect(hidden.description).toBe('Writes a note.');
  expect(definitionText(definition('', '')).description).toBe('create note.');
});

const AT = 'https://shop.example.com/orders';

test.each<[string, string | undefined, object, unknown, string | undefined]>([
  ['an argument', `${AT}/{id}`, { id: 7 }, { id: 9 }, `${AT}/7`],
  ['else a field of the answer', `${AT}/{id}`, {}, { id: 'a/b' }, `${AT}/a%2Fb`],
  ['the field of each row of a list', `${AT}/{id}`, {}, [{ id: 1 }, { id: 2 }], `${AT}/{id}`],
  ['a page without a place', AT, {}, undefined, AT],
  ['nothing where it is not told', `${AT}/{id}`, {}, { name: 'x' }, undefined],
  ['nothing where it is no id', `${AT}/{id}`, { id: { a: 1 } }, undefined, undefined],
  ['nothing where the operator names none', undefined, { id: 7 }, { url: AT }, undefined],
])('links to %s', (_, address, input, answer, page) => {
  expect(pageOfCall(address, { ...input }, answer)).toBe(page);
});
