import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { TopK, type ScoredTool } from './top-k.js';

const tools = fc.uniqueArray(
  fc.record({ name: fc.string({ maxLength: 3 }), score: fc.integer({ min: -3, max: 3 }) }),
  { selector: ({ name }) => name, maxLength: 60 },
);

describe('TopK', () => {
  it('keeps what a full sort by score, then name, keeps', () => {
    fc.assert(
      fc.property(tools, fc.integer({ min: 0, max: 70 }), (all, capacity) => {
        const best = new TopK(capacity);
        all.forEach((tool) => best.offer(tool));
        expect(best.sorted()).toEqual(naive(all, capacity));
      }),
    );
  });
});

function naive(all: readonly ScoredTool[], capacity: number): ScoredTool[] {
  const byName = [...all].sort((a, b) => (a.name < b.name ? -1 : 1));
  return byName.sort((a, b) => b.score - a.score).slice(0, capacity);
}
