import { expect } from '@jest/globals';
import fc from 'fast-check';
import { property } from '../../test/support/property.js';
import { heldOutDocuments, roundsOf } from './held-out.js';

const tool = fc.record({
  name: fc.stringMatching(/^[a-z_]{1,12}$/),
  description: fc.constant('Does something.'),
  examples: fc.uniqueArray(fc.stringMatching(/^[a-z ]*[a-z]$/), { maxLength: 5 }),
  inputSchema: fc.constant({ type: 'object' }),
});

property('over all rounds each example is left out exactly once', [fc.array(tool)], (tools) => {
  const rounds = roundsOf(tools);
  const all = Array.from({ length: rounds }, (_, round) => heldOutDocuments(tools, round));
  tools.forEach(({ examples }, row) => {
    const kept = all.map((documents) => documents[row]!.examples ?? []);
    for (const example of examples) {
      const without = kept.filter((given) => !given.includes(example));
      expect(without).toHaveLength(1);
    }
  });
});
