import { describe, expect, test } from '@jest/globals';
import { corrected } from './correction.js';
import { createLanguage } from './language.js';

const language = createLanguage([
  { 'trig.on_create': '=created', 'trig.on_update': 'is changed', 'trig.on_delete': '=deleted' },
  { 'frame.when': 'when', 'action.notify': 'notify, alert' },
]);
const RULE = 'When a warehouse is changed, notify Karin Vogel with high severity';
const said = (correction: string, before: string) =>
  corrected(language.read(correction), language.read(before));

describe('a correction puts its part in the place of the one of its kind', () => {
  test.each([
    ['sorry, I meant deleted', RULE, RULE.replace('changed', 'deleted')],
    ['no wait, Claire Dubois', RULE, RULE.replace('Karin Vogel', 'Claire Dubois')],
    ['hmm, rather critical please', RULE, RULE.replace('high severity', 'critical')],
    ['actually not changed, created', RULE, RULE.replace('changed', 'created')],
    ['oops, 12000', 'orders above 15000 euros', 'orders above 12000 euros'],
    ['I meant under 8', 'only above 15 pieces', 'only under 8 pieces'],
    ['sorry, earliest first', 'sort by date, latest first', 'sort by date, earliest first'],
    ['oops, shipped', 'only the delivered ones', 'only the shipped ones'],
    [
      'I meant on hold',
      'when an order is paid, notify Karin',
      'when an order is on hold, notify Karin',
    ],
  ])('%s', (correction, before, whole) => {
    expect(said(correction, before)).toBe(whole);
  });

  test.each([
    ['what takes nothing back', 'and Claire Dubois', RULE],
    ['two numbers, either of which may be meant', 'I meant 7', 'between 3 and 5'],
    ['two names', 'I meant Claire Dubois', 'Notify Karin Vogel and notify Greta Nilsen'],
    ['another kind of thing', 'sorry, 3 days', RULE],
    ['a whole request', 'actually, hide the city and the country please now', 'hide the phone'],
    ['nothing that is to be', 'sorry, no', RULE],
    ['what is only not to be', 'sorry, I meant not deleted', RULE],
    ['what is left out', 'sorry, all but high', RULE],
  ])('not %s', (_why, correction, before) => {
    expect(said(correction, before)).toBeUndefined();
  });
});
