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
    ['employee on leave: notify Greta Nilsen', 'when employee is on leave: notify Greta Nilsen'],
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
    [
      'A lot shrinks to less than 25 units? Alert Sofia Rossi',
      'A lot is less than 25 units? Alert Sofia Rossi',
    ],
    [
      "Once a purchase order has its status flipped to received, let's tell Karin Vogel",
      "Once a purchase order becomes received, let's tell Karin Vogel",
    ],
    [
      'On every salary adjustment notify Greta Nilsen and after that log it',
      'On every salary adjustment notify Greta Nilsen and after that log it',
    ],
    [
      'Upon deletion of a customer, throw a critical alert at Karin Vogel',
      'when a customer is deleted, raise a critical alert to Karin Vogel',
    ],
    [
      'Notify Greta Nilsen on every adjustment of the salary of an employee.',
      'Notify Greta Nilsen when the salary of an employee is changed.',
    ],
    [
      'Two days after a lot has been quarantined, email Sofia Rossi',
      'when a lot has been quarantined, wait Two days, email Sofia Rossi',
    ],
    [
      'For each new order, alert Karin Vogel if it is urgent and email Emma Lind if it is not',
      'For each new order, alert Karin Vogel if it is urgent. Otherwise email Emma Lind',
    ],
    [
      'Karin Vogel should get an alert and ops@x.example an email when an order is cancelled. Afterwards ask her',
      'raise an alert to Karin Vogel and send an email to ops@x.example when an order is cancelled. Afterwards ask her',
    ],
    [
      'Notify Karin Vogel when an order is cancelled and email her afterwards',
      'Notify Karin Vogel when an order is cancelled and email Karin Vogel afterwards',
    ],
    ['New order above 500 -> priority = high', 'New order above 500 -> set the priority to high'],
  ])('tells “%s” as an order', (said, order) => {
    expect(plain(said).text).toBe(order);
  });

  it.each([
    'Greta Nilsen should not be informed when an employee goes on leave',
    'who gets told when an order is cancelled?',
    'Does Greta Nilsen get an email when an employee leaves?',
    'When an order is created, notify Karin Vogel.',
    'When an order is not flipped to cancelled, notify Karin Vogel.',
    'When an order weighs over 50, notify Karin Vogel.',
    'When employee bonuses above 500 come up, notify Karin Vogel.',
  ])('leaves “%s” as it is', (said) => {
    expect(plain(said).text).toBe(said);
  });

  it('holds what is told instead to the account, too', () => {
    const reading = plain('On shipment of a customer, notify Karin Vogel.');
    const taken = {
      calls: [],
      texts: ['Karin Vogel'],
      concepts: ['entity.*', 'action.*', 'frame.*'],
    };
    expect(unreadWords(reading, taken)).toEqual(['shipped']);
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
