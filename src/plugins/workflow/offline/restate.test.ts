import { describe, expect, it, jest } from '@jest/globals';
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
      'ask for approval from the finance controllers when every new order over 10000',
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
      'New order above 8000: ask for approval from Hannah Weiss; if she says no, set the order to cancelled',
    ],
    [
      'Every new order must be approved by the finance controllers within 48 hours',
      'ask for approval from the finance controllers within 48 hours when Every new order',
    ],
    [
      'When an order is created, two of Anna Roth, Karin Vogel and Emma Lind must sign off',
      'When an order is created, two, ask for approval from Anna Roth, Karin Vogel and Emma Lind',
    ],
    [
      'When an order is cancelled, get an alert and send an email to Emma',
      'When an order is cancelled, raise an alert and send an email to Emma',
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

  it.each([
    'orders need approval from the buyers first . ',
    'Greta must please approve the order and ',
    'an alert and an email to ',
  ])('looks at “%s” over and over only so often', (clause) => {
    const reading = ruleLanguage.read(clause.repeat(30).split(' ').slice(0, 140).join(' '));
    const looks = jest.spyOn(Array.prototype, 'includes');
    restated(reading);
    const count = looks.mock.calls.length;
    looks.mockRestore();
    expect(count).toBeLessThanOrEqual(100_000);
  });

  it('leaves a message alone that is no plain wish by its length', () => {
    const said = 'Greta Nilsen should be told when an order is created. ';
    expect(plain(said.repeat(20)).text).toBe(said.repeat(20));
    expect(plain(said).text).not.toBe(said);
  });
});
