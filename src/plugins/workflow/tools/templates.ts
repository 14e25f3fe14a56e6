import { limitProperty, show } from '../../../platform/lists.js';
import { configLine } from './rule-outline.js';
import { listTemplates } from './reference.js';
import { searchWords, wordScore } from '../../../agenttools/names.js';
import { type Template, workflowTool } from './wire.js';

export const listActionTemplates = workflowTool<{ action_type?: string; limit?: number }>({
  name: 'list_action_templates',
  description:
    'Lists the ready-made action templates (name, action type, config), all or of one action type. Use it to see everything on the shelf; suggest_templates picks by a description.',
  properties: {
    action_type: { type: 'string', description: 'Only templates of this action type.' },
    limit: limitProperty,
  },
  examples: [
    'show all action templates',
    'which ready-made actions are there',
    'list the email templates I can use in a workflow',
    'what predefined steps exist?',
    'template catalog pls',
  ],
  execute: async ({ action_type, limit }, { read }) => {
    const all = await listTemplates(read);
    const wanted = action_type?.trim().toLowerCase().replaceAll(' ', '_');
    const found = all.filter((template) => !wanted || template.action_type === wanted);
    const types = [...new Set(all.map((template) => template.action_type))];
    const lines = found.map(({ name, description, action_type: type, config, tags }) => ({
      name,
      action_type: type,
      description,
      tags,
      config: configLine(config),
    }));
    const { total, shown, items } = show(lines, limit);
    const hint = total === 0 ? { hint: `There are templates for: ${types.join(', ')}.` } : {};
    return { result: { total, shown, templates: items, ...hint } };
  },
});

export const suggestTemplates = workflowTool<{ text: string; limit?: number }>({
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
  execute: async ({ text, limit }, { read }) => {
    const templates = await listTemplates(read);
    const ranked = rank(text, templates).slice(0, limit ?? 5);
    const names = templates.map((template) => template.name);
    return {
      result: {
        suggestions: ranked,
        hint: ranked.length === 0 ? `Nothing fits. Templates: ${names.join(', ')}.` : undefined,
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
