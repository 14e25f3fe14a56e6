import { describe, expect, it } from '@jest/globals';
import { unreadWords } from '../../../../samples/offline-model/kit.js';
import { ruleLanguage } from './lexicon.js';
import { restated } from './restate.js';

const plain = (said: string) => restated(ruleLanguage.read(said));

describe('restated', () => {
  it.each([
    [
      'Greta Nilsen should be informed by e-mail when an employee goes on leave',
      'notify Greta Nilsen by e-mail when an employee goes on leave',
    ],
    [
      'Could we have Lukas Hoffmann alerted when an order gets cancelled?',
      'alert Lukas Hoffmann when an order gets cancelled.',
    ],
    [
      "I'd like the finance controllers to approve every new order over 10000",
      'ask the finance controllers for approval when every new order over 10000',
    ],
    [
      'If a customer is deleted we need an audit entry and a notification to Emma',
      'If a customer is deleted, write an audit entry and send a notification to Emma',
    ],
    [
      'urgent order in: critical alert, warehouse managers',
      'urgent order comes in: raise critical alert to warehouse managers',
    ],
    ['employee on leave: notify Greta Nilsen', 'when employee on leave: notify Greta Nilsen'],
    [
      'New order above 8000: Hannah Weiss must approve; if she says no, the order is to be cancelled',
      'New order above 8000: ask Hannah Weiss for approval; if she says no, set the order to cancelled',
    ],
  ])('tells “%s” as an order', (said, order) => {
    expect(plain(said).text).toBe(order);
  });

  it.each([
    'Greta Nilsen should not be informed when an employee goes on leave',
    'who gets told when an order is cancelled?',
    'Does Greta Nilsen get an email when an employee leaves?',
    'When an order is created, notify Karin Vogel.',
  ])('leaves “%s” as it is', (said) => {
    expect(plain(said).text).toBe(said);
  });

  it('leaves every other word of the user to the account', () => {
    const reading = plain('Greta Nilsen should be secretly informed when an order is created');
    expect(unreadWords(reading, { calls: [] })).toEqual(
      expect.arrayContaining(['Greta', 'Nilsen', 'secretly', 'order']),
    );
    const turned = plain('Greta Nilsen should be informed secretly when an order is created');
    expect(unreadWords(turned, { calls: [] })).toContain('secretly');
    expect(unreadWords(turned, { calls: [] })).not.toContain('informed');
  });

  it('leaves a message alone that is no plain wish by its length', () => {
    const said = 'Greta Nilsen should be told when an order is created. ';
    expect(plain(said.repeat(20)).text).toBe(said.repeat(20));
    expect(plain(said).text).not.toBe(said);
  });
});
