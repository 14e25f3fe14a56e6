import { parameterText, toolDocument } from './document.js';

describe('parameterText', () => {
  it('collects nested properties and array items, names and descriptions', () => {
    const after = { description: 'Previous action' };
    const schema = {
      type: 'object',
      properties: {
        rule_id: { type: 'string', description: 'The id of the rule' },
        actions: { type: 'array', items: { type: 'object', properties: { after } } },
      },
    };
    expect(parameterText(schema)).toBe('rule_id The id of the rule actions after Previous action');
  });

  it.each([undefined, null, 'text', {}, { properties: [] }])('is empty for %j', (schema) => {
    expect(parameterText(schema)).toBe('');
  });

  it('stops at a depth, so that a schema nested without end is no problem', () => {
    let schema: Record<string, unknown> = {};
    for (let i = 0; i < 20_000; i += 1) schema = { properties: { deep: schema } };
    expect(parameterText(schema).split(' ').length).toBeLessThan(10);
  });
});

describe('toolDocument', () => {
  const tool = {
    name: 'issues__createIssue',
    description: 'Opens an issue.',
    examples: ['report a bug', ' '],
    inputSchema: { properties: { user_name: { description: 'Who' } }, required: ['user_name'] },
  };

  it('has the text that the local embedder was trained with, and examples apart', () =>
    expect(toolDocument(tool)).toEqual({
      name: 'issues__createIssue',
      text: 'issues create Issue. Opens an issue. (user name)',
      examples: ['report a bug'],
      parameters: 'user_name Who',
    }));

  it('takes the text that a source wrote for the index', () => {
    const indexed = { description: 'issues: POST issues. Open an issue.', parameters: 'name' };
    const { text, parameters } = toolDocument({ ...tool, indexed });
    expect([text, parameters]).toEqual(['issues: POST issues. Open an issue.', 'name']);
  });

  it('cuts long descriptions and long lists, and never a character in two', () => {
    const properties = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`p${i}`, {}]));
    const description = `${'a'.repeat(319)}😀 and more`;
    const { text } = toolDocument({ ...tool, description, inputSchema: { properties } });
    expect(text).toMatch(/a{319} \(p0, .*, p13\)$/u);
  });
});
