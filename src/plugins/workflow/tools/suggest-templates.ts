import { defineTool } from '../../../agenttools/define-tool.js';
import { searchWords, wordScore } from '../../../agenttools/search-words.js';
import { defined } from '../../../foundation/defined.js';
import { listTemplates } from './reference.js';
import type { Template } from './wire.js';

interface Input {
  text: string;
  limit?: number;
}

/** The templates that fit a description, best first. */
export const suggestTemplates = defineTool<Input>({
  name: 'suggest_templates',
  description:
    'Suggests action templates that fit a description in plain words, best first, with the config ready to use in add_draft_action.',
  properties: {
    text: { type: 'string', description: 'What the action should do, in plain words.' },
    limit: { type: 'integer', minimum: 1, maximum: 20, description: 'How many (default 5).' },
  },
  required: ['text'],
  examples: [
    'is there a template for notifying purchasing about low stock?',
    'suggest something ready-made for late deliveries',
    'what template fits an approval of big orders',
    'recommend an action template to welcome new customers',
    'I need a premade step that warns the warehouse',
  ],
  groups: ['workflow'],
  effect: 'read',
  execute: async ({ text, limit }, { read }) => {
    const templates = await listTemplates(read);
    const ranked = rank(text, templates).slice(0, limit ?? 5);
    const names = templates.map((template) => template.name);
    return {
      result: {
        suggestions: ranked,
        ...defined({
          hint: ranked.length === 0 ? `Nothing fits. Templates: ${names.join(', ')}.` : undefined,
        }),
      },
    };
  },
});

/** Name and tags weigh more than the description; the config's words weigh least. */
const WEIGHTS = { head: 1, type: 0.6, description: 0.5, config: 0.2 };

function rank(text: string, templates: readonly Template[]) {
  const words = searchWords(text);
  return templates
    .map((template) => ({ template, score: score(words, template) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.template.name.localeCompare(b.template.name))
    .map(({ template: { name, description, action_type, config }, score }) => ({
      name,
      action_type,
      description,
      config,
      score: Math.round(score * 100) / 100,
    }));
}

function score(words: readonly string[], template: Template): number {
  const { name, tags, action_type, description, config } = template;
  return (
    WEIGHTS.head * wordScore(words, `${name} ${tags.join(' ')}`) +
    WEIGHTS.type * wordScore(words, action_type) +
    WEIGHTS.description * wordScore(words, description) +
    WEIGHTS.config * wordScore(words, JSON.stringify(config))
  );
}
