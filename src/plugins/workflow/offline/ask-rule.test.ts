import { describe, expect, it } from '@jest/globals';
import { asksFor } from './ask-rule.js';
import { ruleLanguage } from './lexicon.js';

describe('asksFor', () => {
  it.each([
    ['who finds out when this rule runs?', 'who'],
    ['when does this rule run?', 'trigger'],
    ['who is told, and when does it run?', 'who trigger'],
    ['how quick must finance answer?', 'time'],
    ['within what time must they decide?', 'time'],
    ['how high may an order be without approval?', 'limit'],
    ['how big must it be before this rule kicks in?', 'limit'],
  ])('hears what “%s” asks', (said, asked) => {
    expect([...asksFor(ruleLanguage.read(said))].sort()).toEqual(asked.split(' ').sort());
  });
});
