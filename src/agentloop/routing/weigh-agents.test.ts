import fc from 'fast-check';
import { weighAgents, type Signals } from './weigh-agents.js';

const none: Signals = { tools: 0, description: 0, examples: 0, texts: 0, conversation: 0, page: 0 };
const fits: Signals = { ...none, tools: 0.4, description: 0.2, examples: 0.5 };

it('prefers the agent whose examples fit, and says so', () => {
  const { best, why, confidences } = weighAgents([none, fits]);
  expect({ best, why }).toEqual({ best: 1, why: 'examples' });
  expect(confidences[1]).toBeGreaterThan(0.9);
});

it.each([
  [{ texts: 0.9 }, 'texts'],
  [{ conversation: 1 }, 'conversation'],
  [{ page: 1 }, 'page'],
] as const)('lets %j decide between agents that fit alike', (more, why) => {
  expect(weighAgents([fits, { ...fits, ...more }])).toMatchObject({ best: 1, why });
});

it('leaves a message that fits nobody to the first agent', () => {
  const { best, why, confidences } = weighAgents([none, { ...none, tools: 0.01 }, none]);
  expect({ best, why }).toEqual({ best: 0, why: 'first' });
  expect(confidences).toEqual([1 / 3, 1 / 3, 1 / 3]);
});

it('gives a greeting in a conversation to the agent before', () => {
  const before = { ...none, conversation: 1 };
  expect(weighAgents([none, before])).toMatchObject({ best: 1, why: 'conversation' });
});

it('gives shares that add up to 1 and a best one that has the most', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const kinds = Object.keys(none).map((kind) => [kind, share]);
  const signals = fc.record(Object.fromEntries(kinds) as Record<keyof Signals, typeof share>);
  fc.assert(
    fc.property(fc.array(signals, { minLength: 1, maxLength: 8 }), (all) => {
      const { best, confidences } = weighAgents(all);
      expect(confidences.reduce((a, b) => a + b)).toBeCloseTo(1);
      expect(confidences[best]).toBe(Math.max(...confidences));
    }),
    { seed: 18, numRuns: 200 },
  );
});
