import { describe, expect, it } from '@jest/globals';
import { intents } from '../intents/index.js';
import { factsOf } from '../reading/facts.js';
import { read } from '../reading/reading.js';
import { acts } from './acts.js';
import { actionTypes, stepNouns } from './action-types.js';
import { actionWords } from './actions-said.js';
import { comparisons } from './comparisons.js';
import { entities } from './entities.js';
import { nouns } from './nouns.js';
import { filterOperators, ruleOperators } from './operators.js';
import { triggers } from './triggers.js';
import { values } from './values.js';

const lexicons = { acts, actionTypes, stepNouns, comparisons, entities, nouns, triggers, values };
const concepts = Object.values(lexicons).flatMap((lexicon) => Object.keys(lexicon));

describe('the lexicon', () => {
  it.each(Object.entries(lexicons))('%s: no phrase is empty or stands twice', (_name, lexicon) => {
    for (const [concept, list] of Object.entries(lexicon)) {
      const phrases = list.split(',').map((phrase) => phrase.trim());
      expect({ concept, empty: phrases.filter((phrase) => phrase === '') }).toEqual({
        concept,
        empty: [],
      });
      expect({ concept, first: phrases.filter((phrase) => /^~|~$/.test(phrase)) }).toEqual({
        concept,
        first: [],
      });
    }
  });

  it('patterns of intents name only concepts and facts that exist', () => {
    const situation = { contextType: 'workflow' as const, blank: true, json: {} };
    const facts = new Set([
      'is.open',
      'is.question',
      'is.request',
      'is.blank',
      'is.pointed',
      'is.named',
      'is.many',
      'is.short',
      'has.event',
      'has.action',
      'has.step',
      'has.entity',
      'has.number',
      'has.quoted',
      'has.email',
      'has.uuid',
      'was.draft',
      'was.table',
    ]);
    for (const fact of factsOf(read('hide "it" on 5 orders'), situation, []))
      expect(facts).toContain(fact);
    const unknown = intents.flatMap((intent) =>
      intent.patterns
        .flatMap((pattern) => pattern.when.split(/[,|]/))
        .map((name) => name.trim().replace('!', ''))
        .filter(
          (name) =>
            !facts.has(name) &&
            !concepts.some((concept) =>
              name.endsWith('.*') ? concept.startsWith(name.slice(0, -1)) : concept === name,
            ),
        ),
    );
    expect(unknown).toEqual([]);
  });

  it('every action type has words to say it with, every comparison an operator', () => {
    expect(
      Object.keys(actionTypes)
        .map((key) => key.slice(7))
        .sort(),
    ).toEqual(Object.keys(actionWords).sort());
    expect(Object.keys(ruleOperators)).toEqual(Object.keys(filterOperators));
  });

  it('samples are understood as what they stand for', async () => {
    const { matchIntents } = await import('../matcher.js');
    for (const intent of intents.filter((item) => item.sample !== undefined)) {
      const place = intent.places[0] ?? 'workflow';
      const situation = {
        contextType: place,
        blank: intent.needsOpen !== true,
        json: {},
        ...(intent.needsOpen ? { currentId: 'x' } : {}),
      };
      const reading = read(intent.sample ?? '');
      const world = {
        reading,
        facts: factsOf(reading, situation, []),
        situation,
        transcript: { request: '', exchanges: [], earlier: [] },
        tools: [],
        today: new Date(0),
        samples: [],
      };
      expect({
        sample: intent.sample,
        best: matchIntents(intents, world, place)[0]?.intent.name,
      }).toEqual({ sample: intent.sample, best: intent.name });
    }
  });
});
