import type { OfflineSkill } from '../../src/llm/offline-skill.js';
import { planByWords } from './catalogue/by-words.js';
import { stemsOf, titleOf } from './catalogue/tools.js';
import { answerFromGiven, bringsPassages } from './passages/answers.js';
import { english } from './reading/language.js';
import { createReader } from './skill.js';
import { think, type Place } from './think.js';

/** Any catalogue: by the words of its tools. */
const anywhere: Place = {
  ...{ language: english, idKey: '', retells: false },
  samples: (_isOpen, { tools }) =>
    tools.map((tool) => tool.examples?.[0] ?? titleOf(tool)).filter(Boolean),
  facts: () => ({}),
  words: ({ tools }) => stemsOf(tools.map((tool) => `${tool.name} ${tool.title ?? ''}`).join(' ')),
  choose: (world) => planByWords(world),
};

/** What the model can do without any plugin; the last one serves every request. */
export const builtIn: readonly OfflineSkill[] = [
  createReader(bringsPassages, answerFromGiven),
  { next: (request, today) => think(request, today, anywhere) },
];
