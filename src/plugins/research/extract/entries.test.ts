import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { holds } from '../../../../test/support/property.js';
import type { ContextEntry, Tier } from '../state.js';
import { namesOne, tierOf, toEntry, weightOf, withoutRepetitions } from './entries.js';

const share = fc.double({ min: 0, max: 1, noNaN: true });
const sourceType = fc.constantFrom('vector_search' as const, 'reference' as const, 'hitl' as const);
const facts = fc.record({
  sourceType,
  depth: fc.nat(4),
  relevanceScore: share,
});

describe('tiers', () => {
  test('more relevance or an entity never makes it worse, more depth never better', () =>
    holds([facts, fc.boolean(), share, fc.nat(3)], (given, names, more, deeper) => {
      const tier = tierOf(given, names);
      const relevanceScore = Math.min(1, given.relevanceScore + more);
      expect(tierOf({ ...given, relevanceScore }, names)).toBeLessThanOrEqual(tier);
      expect(tierOf(given, true)).toBeLessThanOrEqual(tier);
      const further = { ...given, depth: given.depth + deeper };
      expect(tierOf(further, names)).toBeGreaterThanOrEqual(tier);
    }));

  test('weights lie in 0..1, grow with relevance, and never rise from tier to tier', () =>
    holds([fc.constantFrom<Tier>(1, 2, 3), share, share], (tier, a, b) => {
      const [low, high] = [Math.min(a, b), Math.max(a, b)];
      expect(weightOf(tier, low)).toBeLessThanOrEqual(weightOf(tier, high));
      expect(weightOf(tier, high)).toBeLessThanOrEqual(1);
      if (tier < 3) {
        expect(weightOf((tier + 1) as Tier, a)).toBeLessThanOrEqual(weightOf(tier, a));
      }
    }));

  test.each([
    ['a good hit', { sourceType: 'vector_search', depth: 0, relevanceScore: 0.6 }, 1],
    ['a fair hit', { sourceType: 'vector_search', depth: 0, relevanceScore: 0.4 }, 2],
    ['a poor hit', { sourceType: 'vector_search', depth: 0, relevanceScore: 0.1 }, 3],
    ['the best reference', { sourceType: 'reference', depth: 1, relevanceScore: 1 }, 2],
    ['a deep reference', { sourceType: 'reference', depth: 2, relevanceScore: 1 }, 3],
    ['what clarification found', { sourceType: 'hitl', depth: 0, relevanceScore: 1 }, 3],
  ] as const)('%s', (_name, given, tier) => {
    expect(tierOf(given, false)).toBe(tier);
  });

  test('a fair hit that names an entity is primary', () => {
    const chunk = 'Über Leuchtfeuer an Molen.';
    const found = { ...entry('c', 2), chunk, relevanceScore: 0.4 };
    expect(toEntry(found, ['leuchtfeuer']).contextTier).toBe(1);
    expect(toEntry(found, ['Bojen', '']).contextTier).toBe(2);
    expect(namesOne('', [])).toBe(false);
  });
});

const entry = (chunkId: string, contextTier: Tier, contextWeight = 0.5): ContextEntry => ({
  chunkId,
  chunk: '',
  documentId: 'd',
  document: 'D',
  heading: '',
  blockIds: [],
  extractedInfo: '',
  relevanceScore: 0,
  contextTier,
  contextWeight,
  depth: 0,
  sourceType: 'vector_search',
});

test('of the same chunk the entry that counts most is kept, once', async () => {
  const entries = fc.array(
    fc
      .record({ id: fc.constantFrom('a', 'b', 'c'), weight: share })
      .map(({ id, weight }) => entry(id, 2, weight)),
  );
  await holds([entries], (given) => {
    const kept = withoutRepetitions(given);
    expect(kept.map(({ chunkId }) => chunkId)).toEqual([
      ...new Set(given.map(({ chunkId }) => chunkId)),
    ]);
    for (const { chunkId, contextWeight } of kept) {
      const same = given.filter((each) => each.chunkId === chunkId);
      expect(contextWeight).toBe(Math.max(...same.map((each) => each.contextWeight)));
    }
  });
});
