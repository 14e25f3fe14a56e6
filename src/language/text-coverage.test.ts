import { describe, expect, it } from '@jest/globals';
import { coverage } from './text-coverage.js';

describe('coverage', () => {
  const text = 'Forklifts are charged at the charging stations in hall 2; smoking is forbidden.';

  it('is whole where a text has all words that say something, in any form', () => {
    expect(coverage('Where is a forklift charged, and may I be smoking?', text)).toBe(1);
  });

  it('is nothing where it has none, or nothing is asked', () => {
    expect(coverage('Which invoices are overdue?', text)).toBe(0);
    expect(coverage('what about this?', text)).toBe(0);
    expect(coverage('', text)).toBe(0);
  });

  it('takes one short word for no question', () => {
    expect(coverage('hall?', text)).toBeLessThan(0.5);
  });

  it('grows with the words that the text has', () => {
    const half = coverage('forklift and invoice', text);
    expect(half).toBeGreaterThan(0);
    expect(half).toBeLessThan(1);
  });

  it('reads German, where words are parts of others', () => {
    const german = 'Gabelstapler werden nur an den Ladestationen in Halle 2 geladen.';
    expect(coverage('Wo ist die Ladestation für Gabelstapler?', german)).toBeGreaterThan(0.7);
  });
});
