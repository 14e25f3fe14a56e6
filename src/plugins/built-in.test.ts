import { Ajv2020 } from 'ajv/dist/2020.js';
import { AppError } from '../foundation/errors.js';
import { builtInAgents } from './built-in-parts.js';
import { sharedTools } from './business-data/plugin.js';
import { tableTools } from './tables/plugin.js';
import { workflowTools } from './workflow/plugin.js';

const agents = builtInAgents.list;

const ID = '6f6b3c1e-5f0a-4a6e-9a3d-0c7b5e2f8d41';

describe('agentFor', () => {
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
  test.each(agents)('$contextType has tools, limits and a prompt of its own', (agent) => {
    const { groups, policy, contextType: type } = agent;
    expect(groups.length).toBeGreaterThan(0);
    expect(policy.maxTurns).toBe({ law_research: 5 }[type] ?? (agent.offersAll ? 10 : 20));
    expect(policy.maxTokens).toBeGreaterThan(0);
    expect(agent.systemPrompt({})).toContain(`Context type: ${type}`);
  });

  const drafts = ['start_draft', 'add_draft_action', 'remove_draft_action', 'preview_draft'];
  test.each([
    ['workflow', {}, ['list_workflow_rules', 'discover', ...drafts]],
    ['workflow', { workflow_id: '' }, ['list_workflow_rules', 'discover', ...drafts]],
    ['workflow', { workflow_id: ID }, ['list_workflow_rules', 'discover']],
    ['tables', {}, ['list_table_configs', 'discover_table_reference']],
    ['tables', { config_id: ID }, ['list_table_configs', 'discover_table_reference']],
  ])('%s with %j always offers %j', (type, context, core) =>
    expect(builtInAgents.for(type).coreTools(context)).toEqual(core),
  );
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
  ])('of %s with %s', (type, _name, context) =>
    expect(builtInAgents.for(type).systemPrompt(context)).toMatchSnapshot(),
  );

  test('are equal up to the context, so that a prompt cache hits', () => {
    for (const agent of agents) {
      const [fixed = ''] = agent.systemPrompt({ a: 1 }).split('## Context');
      expect(fixed.length).toBeGreaterThan(1000);
      expect(agent.systemPrompt({ b: 'x'.repeat(50_000) }).startsWith(fixed)).toBe(true);
    }
  });
});

describe('the tools of the ERP', () => {
  const tools = [...tableTools, ...workflowTools, ...sharedTools];

  /** What the tools do that do more than read. */
  const effects = {
    draft: [
      ...['column', 'filter', 'join', 'sort'].map((part) => `apply_${part}_change`),
      ...['start_draft', 'add_draft_action', 'remove_draft_action'],
    ],
    propose: [
      ...['table_config', 'draft', 'workflow'].map((what) => `preview_${what}`),
      ...['delete_workflow_rule', 'delete_table_config'],
    ],
  };
  /** The tools of rules that take the open one from the page by themselves; others ask for it. */
  const takingRule = [
    'get_workflow_rule',
    'explain_workflow_node',
    'explain_workflow_path',
    'list_alerts_for_rule',
    'delete_workflow_rule',
  ];

  test('the groups have their tools, and no two share a name or an example', () => {
    expect(tableTools.map(({ groups }) => groups)).toEqual(Array(22).fill(['tables']));
    expect(workflowTools.map(({ groups }) => groups)).toEqual(Array(26).fill(['workflow']));
    expect(sharedTools.map(({ groups }) => groups)).toEqual(Array(2).fill(['workflow', 'tables']));
    expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length);
    const examples = tools.flatMap((tool) => tool.examples.map((text) => text.toLowerCase()));
    expect(examples.filter((text, at) => examples.indexOf(text) !== at)).toEqual([]);
  });

  describe.each(tools.map((tool) => [tool.name, tool] as const))('%s', (name, tool) => {
    const ids = Object.keys(tool.inputSchema['properties'] as object);

    test('has a schema that compiles in strict mode and refuses what it does not know', () => {
      const ajv = new Ajv2020({ strict: true, allowUnionTypes: tool.groups.includes('tables') });
      expect(ajv.compile(tool.inputSchema)({ surely_unknown: 1 })).toBe(false);
      expect(JSON.stringify(tool.inputSchema).length).toBeLessThan(4500);
    });

    test('says what it is for in a few sentences, and how users ask for it', () => {
      expect(tool.description).toMatch(/^.{41,320}$/s);
      expect(tool.description.split(/[.?!](?:\s|$)/).filter(Boolean).length).toBeLessThanOrEqual(3);
      expect([4, 5, 6, 7, 8]).toContain(tool.examples.length);
      expect(tool.examples.every((text) => text.trim().length > 5)).toBe(true);
    });

    test('declares its effect and the ids it takes from the page', () => {
      const [effect = 'read'] = Object.entries(effects).find(([, all]) => all.includes(name)) ?? [];
      expect(tool.effect).toBe(effect);
      const table = ids.includes('id') ? { id: { key: 'config_id' } } : undefined;
      const rule = { workflow_id: { key: 'workflow_id' } };
      expect(tool.contextIds).toEqual(takingRule.includes(name) ? rule : table);
    });
  });
});
