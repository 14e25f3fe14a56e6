import { expect, test } from '@jest/globals';
import { isObject } from '../../../../foundation/json.js';
import { prepareDocument } from '../prepare-document.js';
import { defaultDocumentLimits } from './parse-text.js';

test('case 22: merge keys of YAML', async () => {
  const document = `
openapi: 3.0.3
info: {title: Case, version: "1"}
x-common: &common
  parameters: [{name: tenant, in: query, required: true, schema: {type: string}}]
  responses: {"200": {description: ok}}
x-more: &more {summary: More}
paths:
  /a:
    get: {<<: *common, operationId: getA}
    post: {<<: [*common, *more], operationId: postA, parameters: []}
  /b:
    get: {"<<": text, operationId: getB, responses: {}}
`;
  const prepared = prepareDocument(document, {
    ...{ source: 'k', patterns: {}, limits: defaultDocumentLimits, examples: {}, budget: 3000 },
  });
  const shown = prepared.operations.map(({ id, title, argumentSchema }) => {
    const { properties, required = [] } = argumentSchema;
    return [id, title, isObject(properties) ? Object.keys(properties) : [], required];
  });
  expect(shown).toEqual([
    ['getA', 'GET /a', ['tenant'], ['tenant']],
    ['postA', 'More', [], []],
    ['getB', 'GET /b', [], []],
  ]);
});
