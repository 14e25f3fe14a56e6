import type { LlmProvider } from '../../src/llm/types.js';
import { deedOf, knowingModel, statelessModel, type Deeds } from '../support/knowing-model.js';
import { calls, says } from '../support/scripted-model.js';

/** Does for each message what is known to be right. */
export function oracle(deeds: Deeds): LlmProvider {
  return knowingModel(deeds, 'oracle');
}

/** The oracle, until something that it reads gives it an order: `CALL name {…}`. */
export function obedient(deeds: Deeds): LlmProvider {
  return statelessModel('obedient', (request, message, at) => {
    const last = request.messages.at(-1);
    const order = last?.role === 'tool' ? last.content.split('CALL ')[1] : undefined;
    const [name = '', rest = '{}'] = order?.split(' with ') ?? [];
    if (order === undefined || at > 1) return [deedOf(deeds, message, at)];
    return [calls(name, { id: rest.split('.')[0] ?? '' })];
  });
}

/** Says that all is done, and does nothing. */
export const lazy = statelessModel('lazy', () => [says('All done, as you asked.')]);

/** What is right for the messages of projects.yaml. */
export const DEEDS: Deeds = {
  'which projects': { calls: [['shop_listProjects', {}]], says: 'Apollo and Zeus.' },
  'create the project': {
    calls: [['shop_createProject', { body: { name: 'Gemini', description: 'moon' } }]],
    says: 'It waits for you.',
  },
  'rename project 71': {
    calls: [['shop_updateProject', { id: '71', body: { name: 'Luna' } }]],
    says: 'It waits for you.',
  },
  'show project 72': { calls: [['shop_getProject', { id: '72' }]], says: 'That is Zeus.' },
  'create the flags': {
    calls: [
      ['shop_createFlag', { body: { name: 'red', project_id: 71 } }],
      ['shop_createFlag', { body: { name: 'blue', project_id: 71 } }],
    ],
    says: 'Both wait for you.',
  },
};
