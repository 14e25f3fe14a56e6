import { describe, expect, it } from '@jest/globals';
import { withoutAside } from './asides.js';
import { tableLanguage } from './lexicon.js';

const rest = (text: string) => withoutAside(tableLanguage.read(text)).text;

describe('a last part that only says why', () => {
  it.each([
    ['make customer 240 wide, the names get cut off', 'make customer 240 wide'],
    ['hide the cost because customers will look at this', 'hide the cost '],
    ['hide the margin, the sales people should not see it', 'hide the margin'],
    ['rename credit limit to Limit, the word is too long', 'rename credit limit to Limit'],
  ])('%s', (text, wanted) => {
    expect(rest(text)).toBe(wanted);
  });

  it.each([
    'hide the cost, the margin should be hidden too',
    'show the pending orders, we want only those over 500',
    'sort by city, the biggest come first',
    'add the phone, it must be the last column',
    'hide the code, the others should stay',
  ])('%s: what may ask for something stays', (text) => {
    expect(rest(text)).toBe(text);
  });
});
