import { describe, expect, test } from '@jest/globals';
import { AppError } from '../foundation/errors.js';
import { builtInAgents } from './built-in-parts.js';

const agents = builtInAgents.list;

const ID = '6f6b3c1e-5f0a-4a6e-9a3d-0c7b5e2f8d41';

describe('agentFor', () => {
  test.each(agents.map((agent) => [agent.contextType, agent] as const))('%s', (type, agent) => {
    expect(builtInAgents.for(type)).toBe(agent);
  });

  test.each(['', 'Workflow', 'garden', 'toString', '__proto__'])('refuses %j', (type) => {
    const find = () => builtInAgents.for(type);
    expect(find).toThrow(AppError);
    expect(find).toThrow(
      `There is no agent for the context type "${type}". Use one of: workflow, tables, knowledge, documents, law, law_research.`,
    );
  });

  test('a very long one is not repeated whole', () => {
    expect(() => builtInAgents.for('x'.repeat(10_000))).toThrow(/^.{0,200}$/);
  });
});

describe('each agent', () => {
  test.each(agents.map((agent) => [agent.contextType, agent] as const))(
    '%s has tools, limits and a prompt of its own',
    (type, agent) => {
      const { groups, policy } = agent;
      expect(groups.length).toBeGreaterThan(0);
      expect(policy.maxTurns).toBe({ law_research: 5 }[type] ?? (agent.offersAll ? 10 : 20));
      expect(policy.maxTokens).toBeGreaterThan(0);
      expect(agent.systemPrompt({})).toContain(`Context type: ${type}`);
    },
  );

  const drafts = ['start_draft', 'add_draft_action', 'remove_draft_action', 'preview_draft'];
  test.each([
    ['workflow', {}, ['list_workflow_rules', 'discover', ...drafts]],
    ['workflow', { workflow_id: '' }, ['list_workflow_rules', 'discover', ...drafts]],
    ['workflow', { workflow_id: ID }, ['list_workflow_rules', 'discover']],
    ['tables', {}, ['list_table_configs', 'discover_table_reference']],
    ['tables', { config_id: ID }, ['list_table_configs', 'discover_table_reference']],
  ])('%s with %j always offers %j', (type, context, core) => {
    expect(builtInAgents.for(type).coreTools(context)).toEqual(core);
  });
});

describe('prompts', () => {
  test.each([
    ['workflow', 'a blank canvas', {}],
    ['workflow', 'a stored rule', { workflow_id: ID, name: 'Low Stock Alert' }],
    ['tables', 'no table', { page: 'overview' }],
    ['knowledge', 'nothing open', {}],
    ['documents', 'nothing open', {}],
    ['law', 'nothing open', {}],
    ['law_research', 'nothing open', {}],
    ['tables', 'a stored table', { config_id: ID, columns: ['sku', 'name'] }],
  ])('of %s with %s', (type, _name, context) => {
    expect(builtInAgents.for(type).systemPrompt(context)).toMatchSnapshot();
  });

  test('are equal up to the context, so that a prompt cache hits', () => {
    for (const agent of agents) {
      const one = agent.systemPrompt({ a: 1 });
      const two = agent.systemPrompt({ b: 'x'.repeat(50_000) });
      const fixed = one.slice(0, one.indexOf('## Context'));
      expect(fixed.length).toBeGreaterThan(1000);
      expect(two.startsWith(fixed)).toBe(true);
    }
  });
});
