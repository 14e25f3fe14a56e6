import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { useServer, type WireEvent } from '../support/server.js';
import type { JsonObject } from '../../src/foundation/json.js';
import { startTickets } from '../support/flags-backend.js';
import { knowingModel } from '../support/knowing-model.js';
import { useOpened } from '../support/use-opened.js';

const folder = new URL('../../examples/tickets-plugin/', import.meta.url);

const waits = (input: JsonObject) => ({
  calls: [['propose_ticket_change', input]] as [string, JsonObject][],
  says: 'It waits for you.',
});
const backend = useOpened(startTickets);
const server = useServer(() => ({
  configFile: fileURLToPath(new URL('sextant.yaml', folder)),
  env: { TICKETS_URL: backend.url },
  llm: knowingModel({
    'Which tickets': { calls: [['find_tickets', { status: 'open' }]], says: 'These.' },
    'Close ticket 3': waits({ ticket_id: 3, status: 'closed' }),
  }),
}));

/** One message, as a user says it. */
async function say(message: string, context: object = {}): Promise<WireEvent[]> {
  backend.requests.length = 0;
  return server.chat({ message, context_type: 'tickets', context });
}
const named = (events: readonly WireEvent[], name: string) =>
  events.filter(({ event }) => (event as string) === name).map(({ data }) => data as never);

test('the plugin is at most 60 lines, and imports nothing', () => {
  const text = readFileSync(new URL('tickets-plugin.mjs', folder), 'utf8');
  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(60);
  expect(text).not.toMatch(/\bimport\b|\brequire\b/);
});

test('questions are answered by reads of its backend', async () => {
  const events = await say('Which tickets are open?');
  expect(JSON.stringify(named(events, 'tool_call_result'))).toContain('Printer on floor 2 jams');
  expect(backend.requests).toContain('GET /tickets');
  expect(events.at(-1)?.event).toBe('message_complete');
});

test('a change is a preview with a diff; accepted, the backend has it, once', async () => {
  const events = await say('Close ticket 3');
  const [preview] = named(events, 'ticket_change') as Record<string, never>[];
  expect(preview).toMatchObject({
    description: 'Change ticket 3, "New laptop for Ana".',
    is_update: true,
    target_id: '3',
    payload: { status: 'closed', if_version: 1 },
    before: { status: 'open' },
    after: { status: 'closed' },
  });
  expect(backend.requests.filter((line) => !line.startsWith('GET'))).toEqual([]);
  const id = String(preview?.['preview_id']);
  const accepted = await server.call(`POST /v1/agent/previews/${id}/accept`, {});
  expect(accepted).toMatchObject({ status: 200, body: { state: 'accepted' } });
  expect(backend.tickets[2]).toMatchObject({ status: 'closed', version: 2 });
  const again = await server.call(`POST /v1/agent/previews/${id}/accept`, {});
  expect(again.body).toEqual(accepted.body);
  expect(backend.requests.filter((line) => line === 'PATCH /tickets/3')).toHaveLength(1);
});

test('its route answers as all others do', async () => {
  const { status, body } = await server.call('GET /v1/tickets?words=printer');
  expect([status, body.tickets]).toMatchObject([200, [{ id: 1 }]]);
});
