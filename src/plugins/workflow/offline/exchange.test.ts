import { describe, expect, it } from '@jest/globals';
import { changesWanted, exchanged } from './exchange.js';
import { ruleLanguage } from './lexicon.js';

describe('exchanged', () => {
  it.each([
    ['48 hours instead of 24', '48 hours', '24'],
    ['the mail must be for Elena and no more for Tomasz', 'the mail must be for Elena', 'Tomasz'],
    ['Elena gets the email, no longer Tomasz', 'Elena gets the email', 'Tomasz'],
    ['remove Tomasz Nowak from it and put Elena on it', 'Elena on it', 'Tomasz Nowak from it'],
    // Two changes, and no exchange.
    ['remove the email and add Elena to the alert', undefined, undefined],
    ['take Tomasz off the email and put Elena on the alert', undefined, undefined],
  ])('reads “%s”', (said, now, old) => {
    const found = exchanged(ruleLanguage.read(said));
    expect(found.now.words()).toBe(now ?? said);
    expect(found.old?.words()).toBe(old);
  });
});

describe('changesWanted', () => {
  it.each([
    ['send Karin Vogel the email, too', true],
    ['send the alert to Karin Vogel as well', true],
    ['send Karin Vogel an email, too', false],
  ])('knows that “%s” speaks of an action that is there: %s', (said, isThere) => {
    expect(changesWanted(ruleLanguage.read(said))['has.recipient']).toBe(isThere);
  });
});
