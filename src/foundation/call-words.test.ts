import { expect, it } from '@jest/globals';
import { callWords } from './call-words.js';
import { ExactNumber } from './exact-number.js';

it('tells a call in lines, with the digits of its numbers and no JSON', () => {
  const input = {
    boat: { name: 'Anna', length_m: new ExactNumber('1.10') },
    services: ['water', 'power'],
    insured: true,
    papers: 'x'.repeat(500),
  };
  expect(callWords('Reserve a berth', input)).toBe(
    [
      'Reserve a berth',
      'boat › name: Anna',
      'boat › length m: 1.10',
      'services: water, power',
      'insured: true',
      `papers: ${'x'.repeat(200)}…`,
    ].join('\n'),
  );
  expect(callWords('List berths', {})).toBe('List berths');
});
