import type { JsonObject } from '../../../foundation/json.js';
import { withNotes } from '../../../foundation/user-messages.js';
import type { LlmEvent, LlmMessage, LlmRequest, ToolSpec } from '../../types.js';
import { type Command, stepwise, type CommandSteps } from './command.js';
import { Palette } from './palette.js';

const tool = (name: string, inputSchema: JsonObject = {}): ToolSpec => ({
  name,
  description: name,
  inputSchema,
});
const object = (properties: JsonObject, ...required: string[]) => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
});
const list = tool('list_lamps', object({ limit: { type: 'integer' } }));
const dim = tool('dim_lamp', object({ id: { type: 'string' } }, 'id'));
const find = tool('find_tools');

async function answer(
  scores: Record<string, number>,
  messages: LlmMessage[],
  parts: Partial<LlmRequest> & { commands?: Command[]; byWords?: boolean } = {},
): Promise<LlmEvent[]> {
  const { commands = [], byWords = false, ...rest } = parts;
  const palette = new Palette(async () => ({ of: (name) => scores[name], byWords }), commands);
  const request = { system: '', messages, tools: [list, dim, find], maxTokens: 100, ...rest };
  const events: LlmEvent[] = [];
  for await (const event of palette.streamChat(request, new AbortController().signal))
    events.push(event);
  return events;
}

const says = (content: string): LlmMessage => ({ role: 'user', content });
/** What follows a call of the list, which answered this. */
const after = (
  content: string,
  isError = false,
  input: JsonObject = { limit: 3 },
): LlmMessage[] => [
  says('lamps'),
  { role: 'assistant', content: '', toolCalls: [{ id: '1', name: list.name, arguments: input }] },
  { role: 'tool', toolCallId: '1', name: list.name, content, isError },
];
const formIn = (events: LlmEvent[]) =>
  events.flatMap((event) => (event.type === 'form' ? [event.form] : []))[0];
const textIn = (events: LlmEvent[]) =>
  events.map((event) => (event.type === 'text' ? event.text : '')).join('');

test('offers what fits as forms, best first, without what cannot be searched for', async () => {
  const form = formIn(await answer({ list_lamps: 0.3, dim_lamp: 0.31 }, [says('dim lamp 7')]));
  expect(form?.operations.map(({ tool }) => tool)).toEqual(['dim_lamp', 'list_lamps']);
  expect(form?.opens).toBe(false);
  expect(form?.operations[0]?.values).toEqual([{ path: '/id', value: '7', text: '7' }]);
});

test('fills in nothing of what the application notes before the message', async () => {
  const noted = withNotes(['The change "Hall" of lamp 9 was accepted.'], 'dim it');
  const form = formIn(await answer({ dim_lamp: 0.6 }, [says(noted)]));
  expect(form?.operations[0]).toMatchObject({ values: [], notUsed: ['dim it'] });
});

test('calls at once what clearly leads, needs nothing and got nothing', async () =>
  expect(await answer({ list_lamps: 0.6, dim_lamp: 0.1 }, [says('lamps')])).toMatchObject([
    { type: 'tool_call', call: { name: 'list_lamps', arguments: {} } },
    { type: 'done', finishReason: 'tool_calls' },
  ]));

test('shows a form where values are filled in, though nothing is required', async () => {
  const events = await answer({ list_lamps: 0.6, dim_lamp: 0.1 }, [says('lamps, limit 3')]);
  expect(formIn(events)?.operations[0]?.values).toEqual([{ path: '/limit', value: 3, text: '3' }]);
});

test('what ran with nothing filled in says so, as nothing of the message was used', async () => {
  const events = await answer({}, after('[]', false, {}));
  expect(textIn(events)).toBe('Run with nothing filled in.\n\nIt answered with an empty list.');
});

test.each([
  ['a number that no field has to take', list.inputSchema, 'lamps of 2026'],
  ['a quoted text', list.inputSchema, 'lamps in the "Kitchen"'],
  ['a choice', { properties: { state: { enum: ['broken'], type: 'string' } } }, 'broken lamps'],
  ['a body', object({ body: object({ name: { type: 'string' } }) }), 'lamp'],
])('shows a form, and calls nothing, where there is %s', async (_what, inputSchema, message) => {
  const tools = [{ ...list, inputSchema }];
  expect(formIn(await answer({ list_lamps: 0.6 }, [says(message)], { tools }))?.opens).toBe(true);
});

test('offers the form of what was refused with nothing filled in, and says why', async () => {
  const events = await answer({ list_lamps: 0.6 }, after('Which room?', true, {}));
  expect(textIn(events)).toContain('Which room?');
  expect(formIn(events)?.operations.map(({ tool }) => tool)).toEqual(['list_lamps']);
});

test('says where nothing fits', async () => {
  expect(textIn(await answer({}, [says('what is love?')]))).toContain('no operation here fits');
  const found = await answer({ dim_lamp: 0.3 }, [says('text me')], { unmetWords: ['text', 'me'] });
  expect(textIn(found)).toMatch(/^No tool here knows “text”, “me”\.\n\n.*you fill in the form\.$/);
  const early = await answer({}, [says('zeig mir die Lampen')], { byWords: true });
  expect(textIn(early)).toContain('while the index of tools is not ready');
});

describe('what a call answered', () => {
  test('rows are a table, and what it leaves out is named', async () => {
    const first = { id: 1, name: 'a|b', at: { x: 1 } };
    const items = [first, { id: 2, name: 'c' }];
    const text = textIn(await answer({}, after(JSON.stringify({ items, total: 2 }))));
    const rows = ['| id | name |', '| --- | --- |', '| 1 | a\\|b |', '| 2 | c |'];
    expect(text.split('\n')).toEqual([...rows, '', 'Not in this table: the field at.']);
  });

  test('several lists are tables under their names, beside the other fields', async () => {
    const content = { total: 1, columns: [{ key: 'a' }], rows: [{ a: 7 }], notes: [] };
    expect(textIn(await answer({}, after(JSON.stringify(content))))).toBe(
      '- total: 1\n- notes: \\[\\]\n\ncolumns:\n\n| key |\n| --- |\n| a |\n\nrows:\n\n| a |\n| --- |\n| 7 |',
    );
  });

  test.each([
    ['a preview', '{"status":"preview_sent"}', false, 'until you accept'],
    ['a failure', '{"error":{"code":"x","message":"No lamp 9."}}', true, 'No lamp 9.'],
    ['an object', '{"id":7,"on":true}', false, '- on: true'],
    ['an empty list', '[]', false, 'empty list'],
    ['a text', 'plain text', false, 'plain text'],
  ])('%s is told', async (_what, content, isError, expected) => {
    expect(textIn(await answer({}, after(content, isError)))).toContain(expected);
  });
});

test('a command is asked first, and takes the request whole or not at all', async () => {
  const alone: Command = ({ messages }) => (messages.length === 1 ? { text: 'taken' } : undefined);
  const commands = [() => undefined, alone];
  expect(textIn(await answer({ dim_lamp: 1 }, [says('x')], { commands }))).toBe('taken');
});

test('forms are offered beside what a command was refused', async () => {
  const commands: Command[] = [() => ({ refused: 'No lamp 9.' })];
  const events = await answer({ list_lamps: 0.6 }, [says('dim lamp 9')], { commands });
  expect(textIn(events)).toContain('No lamp 9.');
  expect(formIn(events)?.operations.map(({ tool }) => tool)).toEqual(['list_lamps']);
});

test('what needs a model fails, and says so', async () => {
  const events = await answer({}, [says('sum up')], { tools: [] });
  expect(events).toMatchObject([{ type: 'error', code: 'model_unavailable', retryable: false }]);
});

test.each([
  ['is clearly ahead', { list_lamps: 0.1, dim_lamp: 0.6 }, false, undefined],
  ['is near others', { list_lamps: 0.58, dim_lamp: 0.6 }, false, 'quoted'],
  ['is ahead by words alone', { list_lamps: 0.1, dim_lamp: 0.6 }, true, 'quoted'],
])('a command that takes all leaves a tool alone that %s', async (_name, scores, byWords, text) => {
  const takesAll = Object.assign(() => ({ text: 'quoted' }), { unless: ['dim_lamp'] });
  const events = await answer(scores, [says('dim it')], { commands: [takesAll], byWords });
  expect(formIn(events)?.operations[0]?.tool).toBe(text === undefined ? 'dim_lamp' : undefined);
  if (text !== undefined) expect(textIn(events)).toBe(text);
});

const result = (name: string, content: unknown, isError = false): LlmMessage => ({
  role: 'tool',
  toolCallId: '1',
  name,
  isError,
  content: typeof content === 'string' ? content : JSON.stringify(content),
});
const request = (messages: LlmMessage[], tools = ['find_tools', 'look', 'act']): LlmRequest => ({
  system: '',
  maxTokens: 100,
  tools: tools.map((name) => tool(name)),
  messages: [{ role: 'user', content: '[Note from the application: x]\n\ngo' }, ...messages],
});

const command = stepwise((message) => {
  if (message !== 'go') return undefined;
  return (function* (): CommandSteps {
    const [found] = yield [{ name: 'look', arguments: {} }];
    yield [{ name: 'act', arguments: { found } }];
    return undefined;
  })();
});

test('goes through its steps with what each answered, and tells the last answer', () => {
  expect(command(request([]))).toEqual({ calls: [{ name: 'look', arguments: {} }] });
  const looked = [result('look', { id: 7 })];
  const act = { name: 'act', arguments: { found: { id: 7 } } };
  expect(command(request(looked))).toEqual({ calls: [act] });
  const sent = [...looked, result('act', { status: 'preview_sent' })];
  const text = 'Nothing is saved until you accept the preview.';
  expect(command(request(sent))).toEqual({ text });
});

test('asks for a tool that is not offered, once', () => {
  const looked = result('look', {});
  const tools = ['find_tools', 'look'];
  const find = { name: 'find_tools', arguments: { query: 'act' } };
  expect(command(request([looked], tools))).toEqual({ calls: [find] });
  const searched = [looked, result('find_tools', { tools: [] })];
  expect(command(request(searched, tools))).toMatchObject({ calls: [{ name: 'act' }] });
});

test('ends with a call that failed', () => {
  const failed = [result('look', { error: { code: 'x', message: 'No lamp 9.' } }, true)];
  expect(command(request(failed))).toEqual({ refused: 'The call failed: No lamp 9.' });
});

test('is not asked about results of calls that are not its own, nor about other messages', () => {
  expect(command(request([result('act', {})]))).toBeUndefined();
  expect(command(request([{ role: 'user', content: 'stop' }]))).toBeUndefined();
});
