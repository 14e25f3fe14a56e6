import { readFileSync } from 'node:fs';
import { addDocument, type WireEvent, useServer, dataOf, textIn } from '../support/server.js';

const page = readFileSync(new URL('../../docs/providers.md', import.meta.url), 'utf8');
const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

/** The sentences that the page lists behind the line that names their agent, with the call each ends with. */
function sentencesOf(agent: string): [string, string][] {
  const [, part = ''] = page.split(`(the agent \`${agent}\``);
  const [, table = ''] = part.split('|---|---|\n');
  const lines = table.slice(0, table.indexOf('\n\n')).split('\n');
  return lines.map((line) => {
    const [, sentence = '', call = ''] = line.split('|').map((cell) => cell.trim());
    return [sentence, call.replaceAll('`', '')];
  });
}

const server = useServer({ env: { LLM_PROVIDER: 'none' } });

const callsIn = (events: WireEvent[]) => dataOf(events, 'tool_call_start').map(({ name }) => name);

describe.each(['workflow', 'tables'])('what docs/providers.md lists for %s', (agent) => {
  test.each(sentencesOf(agent))('%s', async (message, last) => {
    const events = await server.chat({ context_type: agent, message });
    expect(dataOf(events, 'tool_call_result').filter((one) => one.is_error)).toEqual([]);
    expect(callsIn(events).at(-1)).toBe(last);
    expect(events.at(-1)?.event).toBe('message_complete');
  });
});

test("the README's own sentence ends in the preview of its rule", async () => {
  const message = /"message": "(When [^"]+)"/.exec(readme)?.[1];
  const events = await server.chat({ context_type: 'workflow', message });
  const [preview] = dataOf(events, 'workflow_preview');
  expect(preview?.['workflow']).toMatchObject({
    entity: 'sales.orders',
    trigger_type: 'on_create',
    trigger_conditions: [{ field_name: 'total_amount', operator: 'greater_than', value: 5000 }],
    actions: [
      { action_type: 'create_alert', config: { severity: 'high', recipients: { users: [] } } },
      { action_type: 'send_email', config: { recipients: ['finance@example.com'] } },
    ],
  });
  const name = 'Orders created, total amount greater than 5000: create alert, send email';
  expect(textIn(events)).toMatch(new RegExp(`“${name}”.+ Nothing is saved until you accept`));
});

const severe = 'alert the operations manager with high severity';
test.each([
  ['workflow', `When an order over 5,000 is created, ${severe}`],
  ['workflow', 'When an order is not created, email finance@example.com'],
  ['workflow', 'Do not alert anybody when an order is created'],
  ['workflow', 'When an order is created, email finance@example.com or sales@example.com, please?'],
  ['tables', 'hide the price unless it is high; sort by name'],
  ['tables', 'show orders'],
])('%s: "%s" is left to the palette', async (agent, message) => {
  expect(callsIn(await server.chat({ context_type: agent, message }))).toEqual([]);
});

test.each([
  ['over one of several numbers', 'When a product over 5 is', /Which field of “product” is that\?/],
  ['of nobody', 'When an order is', /^The call failed: .*king of nowhere/],
])('a rule %s is not proposed, and it is told', async (_name, event, words) => {
  const message = `${event} created, email the king of nowhere`;
  const events = await server.chat({ context_type: 'workflow', message });
  expect(textIn(events)).toMatch(words);
  expect(dataOf(events, 'workflow_preview')).toEqual([]);
});

describe('agents of texts quote', () => {
  const RULE = 'Moored boats pay four crowns a night.';
  beforeAll(async () => {
    await addDocument(server.url, 'Harbour rules', `# Fees\n\n${RULE}\n`);
  });

  test.each(['knowledge', 'documents'])('%s, with citations', async (agent) => {
    const events = await server.chat({
      context_type: agent,
      message: 'What do moored boats pay?\nWho repairs the crane?',
    });
    const text = textIn(events);
    expect(text).toContain('I quote; I do not conclude.');
    expect(text).toContain(`“${RULE}” [1] (Harbour rules`);
    expect(text).toContain('**Who repairs the crane?**');
    expect(dataOf(events, 'citation')[0]).toMatchObject({ number: 1, quote: RULE });
    expect(events.at(-1)?.event).toBe('message_complete');
  });

  test('two documents that are asked for as a whole, both part by part; what nothing fits names what was searched', async () => {
    for (const year of [2024, 2025]) {
      const text = `# Returns policy ${year}\n\nValid in ${year}.\n\n## Fee\n\nThe fee is ${year - 2014} percent.\n\n## Time\n\nWithin ${year - 2010} days.\n`;
      await addDocument(server.url, `Returns policy ${year}`, text);
    }
    const chat = async (message: string) =>
      textIn(await server.chat({ context_type: 'documents', message }));
    const both = await chat('Compare the returns policy 2024 and 2025');
    for (const said of ['10 percent', '11 percent', 'Within 14 days', 'Within 15 days'])
      expect(both).toContain(said);
    const none = await chat('zzzz qqqq');
    expect(none).toContain('I found nothing about “zzzz qqqq”');
    expect(none).toMatch(/Searched: .*“Returns policy 2024”/);
  });

  test.each(['law', 'law_research'])('%s says what it could not look up', async (agent) => {
    const events = await server.chat({ context_type: agent, message: 'What do moored boats pay?' });
    expect(textIn(events)).toContain('search_nodes failed');
    expect(events.at(-1)?.event).toBe('message_complete');
  });
});
