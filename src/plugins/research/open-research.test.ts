import { expect, test } from '@jest/globals';
import { ScriptedModel } from '../../../test/support/scripted-model.js';
import { LiveModels, oneModel } from '../../llm/models.js';
import { stepsByResearch } from './open-research.js';

test('a research ends with the models it began with', () => {
  const models = new LiveModels(oneModel(new ScriptedModel([])));
  const steps = stepsByResearch(models, []);
  const first = steps('one');
  models.replace(oneModel(new ScriptedModel([])));
  expect(steps('one')).toBe(first);
  expect(steps('two')).not.toBe(first);
  expect(steps('three')).toBe(steps('two'));
});
