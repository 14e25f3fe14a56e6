import { expect, test } from '@jest/globals';
import { definitionText } from './definition-text.js';

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
