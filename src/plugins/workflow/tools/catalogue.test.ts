import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { sharedTools } from '../../business-data/tools/index.js';
import { workflowTools } from './index.js';

const tools = [...workflowTools, ...sharedTools];

/** As the platform's tool list names them. */
const effects: Record<string, string> = {
  start_draft: 'draft',
  add_draft_action: 'draft',
  remove_draft_action: 'draft',
  preview_draft: 'propose',
  preview_workflow: 'propose',
};
const withContextId = [
  'get_workflow_rule',
  'explain_workflow_node',
  'explain_workflow_path',
  'list_alerts_for_rule',
];

describe('the workflow group', () => {
  it('has 25 tools of its own and two shared ones', () => {
    expect(workflowTools.map(({ groups }) => groups)).toEqual(Array(25).fill(['workflow']));
    expect(sharedTools.map(({ groups }) => groups)).toEqual(Array(2).fill(['workflow', 'tables']));
  });

  it('shares no name and no example between two tools', () => {
    const examples = tools.flatMap((tool) => tool.examples.map((text) => text.toLowerCase()));
    expect(new Set(tools.map(({ name }) => name)).size).toBe(27);
    expect(new Set(examples).size).toBe(examples.length);
  });
});

describe.each(tools.map((tool) => [tool.name, tool] as const))('%s', (name, tool) => {
  it('has a schema that compiles in strict mode and refuses what it does not know', () => {
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: false });
    const validate = ajv.compile(tool.inputSchema);
    expect(validate({ surely_unknown: 1 })).toBe(false);
    expect(JSON.stringify(tool.inputSchema).length).toBeLessThan(4500);
  });

  it('says what it is for in at most three sentences, and how users ask for it', () => {
    expect(tool.description.length).toBeGreaterThan(40);
    expect(tool.description.split(/[.?!](?:\s|$)/).filter(Boolean).length).toBeLessThanOrEqual(3);
    expect(tool.examples.length).toBeGreaterThanOrEqual(4);
    expect(tool.examples.length).toBeLessThanOrEqual(8);
    expect(tool.examples.every((text) => text.trim().length >= 8)).toBe(true);
  });

  it('declares its effect and the ids it takes from the page', () => {
    expect(tool.effect).toBe(effects[name] ?? 'read');
    expect(tool.contextIds).toEqual(
      withContextId.includes(name) ? { workflow_id: { key: 'workflow_id' } } : undefined,
    );
  });
});
