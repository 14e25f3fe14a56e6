import { expect, test } from '@jest/globals';
import { valueAt } from '../../../foundation/json.js';
import { defaultDocumentLimits } from './document/parse-text.js';
import { documentTools } from './document-tools.js';
import { prepareDocument } from './prepare-document.js';

const FIELDS = '/properties/body/properties';

function toolOf(fields: number, media: object = {}, parameters: object[] = []) {
  const names = Array.from({ length: fields }, (_, at) => `field_${at}`);
  const field = { type: 'string', description: 'What it is for, in a whole sentence.' };
  const schema = { type: 'object', properties: Object.fromEntries(names.map((n) => [n, field])) };
  const requestBody = { required: true, content: { 'application/json': { schema, ...media } } };
  const responses = { 200: { description: 'Done.' } };
  const paths = { '/tasks': { post: { operationId: 'make', parameters, requestBody, responses } } };
  const text = JSON.stringify({ openapi: '3.0.0', info: { title: 'T', version: '1' }, paths });
  const limits = defaultDocumentLimits;
  const options = { source: 't', patterns: {}, limits, examples: {}, budget: 3000 };
  const [tool] = documentTools('t', prepareDocument(text, options));
  return { tool, names };
}

test('a form is made of the arguments that a model is not shown', () => {
  const { tool, names } = toolOf(100);
  const namesIn = (schema: unknown) => Object.keys(valueAt(schema, FIELDS) ?? {});
  expect(namesIn(tool?.inputSchema).length).toBeLessThan(names.length);
  expect(namesIn(tool?.formSchema?.())).toEqual(names);
});

test('what a model is shown whole is the form too', () => {
  expect(toolOf(3).tool?.formSchema).toBeUndefined();
});

test('examples of a body are whole calls, with those of the required parameters', () => {
  const examples = Object.fromEntries(
    ['a', 'x'.repeat(700), 'b', 'c'].map((text) => [text, { value: { field_0: text } }]),
  );
  const bodies = ['a', 'b'].map((text) => ({ field_0: text }));
  expect(toolOf(3, { examples }).tool?.exampleCalls).toEqual(bodies.map((body) => ({ body })));
  const team = { name: 'team', in: 'query', required: true, schema: { type: 'integer' } };
  expect(toolOf(3, { examples }, [team]).tool?.exampleCalls).toEqual([]);
  const called = toolOf(3, { examples }, [{ ...team, example: 7 }]).tool?.exampleCalls;
  expect(called).toEqual(bodies.map((body) => ({ team: 7, body })));
});
