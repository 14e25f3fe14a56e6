import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parameterText, parseToolText, toolDocument, toolText } from './document.js';

describe('toolText', () => {
  it('joins name, description and examples', () => {
    const tool = {
      name: 'discover',
      description: 'Lists what exists',
      examples: ['what?', 'which?'],
    };
    expect(toolText(tool)).toBe('discover — Lists what exists | what? | which?');
    expect(toolText({ ...tool, examples: [] })).toBe('discover — Lists what exists');
  });
});

describe('parseToolText', () => {
  it('gives back what toolText joined', () => {
    const plain = fc.string().filter((text) => !text.includes('|'));
    const name = fc.stringMatching(/^[A-Za-z][\w.-]*$/);
    const tools = fc.record({ name, description: plain, examples: fc.array(plain) });
    fc.assert(fc.property(tools, (tool) => expect(parseToolText(toolText(tool))).toEqual(tool)));
  });

  it('does not take a table in a description for examples', () => {
    const tool = { name: 'n', description: 'a | b | c', examples: ['x | y'] };
    expect(parseToolText(toolText(tool))).toEqual({
      name: 'n',
      description: 'a / b / c',
      examples: ['x / y'],
    });
  });

  it.each(['', 'plain text', 'two words — then a dash', 'a | b | c'])('leaves %j alone', (text) => {
    expect(parseToolText(text)).toBeUndefined();
  });
});

describe('parameterText', () => {
  it('collects nested properties and array items, names and descriptions', () => {
    const schema = {
      type: 'object',
      properties: {
        rule_id: { type: 'string', description: 'The id of the rule' },
        actions: {
          type: 'array',
          items: { type: 'object', properties: { after: { description: 'Previous action' } } },
        },
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
  it('keeps examples in the text and parameters apart', () => {
    const inputSchema = { properties: { user_name: {} } };
    expect(toolDocument({ name: 'n', description: 'd', examples: ['e'], inputSchema })).toEqual({
      name: 'n',
      text: 'n — d | e',
      parameters: 'user_name',
      inputs: [{ name: 'user_name', description: '', required: false }],
    });
  });
});
