import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { leansOnPrevious, queryText } from './query-text.js';

const PREVIOUS = 'create an alert when inventory falls below its reorder point';

test.each([
  'now also email him',
  'and for warehouse B?',
  'yes',
  'the critical ones',
  'make that severity critical instead of high for every single warehouse',
  'please send the people who are responsible for purchasing an email about it',
  'rename them to something that a new colleague understands at first sight',
  'send the managers of the two warehouses that as an email',
  'that was not what the purchasing people had asked for',
  '',
  '👍',
])('%j leans on the turn before', (message) => {
  expect(leansOnPrevious(message)).toBe(true);
  expect(queryText(message, PREVIOUS)).toBe(`${PREVIOUS}\n${message}`);
});

test.each([
  'show me all the workflow rules for purchase orders please',
  'which columns does the orders table have right now',
  'when a purchase order is approved and its total is over five thousand euros then tell the finance team about it',
  'add a filter for orders above five hundred euros',
  'is there a rule for orders from new customers',
  'create a rule that sends an email to the warehouse manager',
  'list the alerts that were dismissed by the operations manager',
])('%j stands alone', (message) => {
  expect(queryText(message, PREVIOUS)).toBe(message);
});

test('without a previous turn the message is the query', () => {
  fc.assert(fc.property(fc.string(), (message) => queryText(message, undefined) === message));
});

test('the message is never lost', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (message, previous) =>
      queryText(message, previous).endsWith(message),
    ),
  );
});
