import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { stringify } from 'yaml';
import type { JsonObject } from '../../src/foundation/json.js';
import { FakeServer } from '../support/fakes/fake-server.js';
import { fakeApis, fakeNames } from '../support/fakes/fakes.js';
import { hostileServer } from '../support/mcp/open-mcp.js';
import { startTestServer, type WireEvent } from '../support/server.js';
import { providerOf } from '../llm/support.js';

// One MCP server whose tools and answers every API refuses in some way, used as a person would.

const dataOf = (event: WireEvent | undefined) => event?.data as unknown as JsonObject;

const text = { type: 'string' };
const send = {
  name: 'send',
  description: 'Sends a message.',
  inputSchema: {
    type: 'object',
    oneOf: [
      { properties: { kind: { const: 'mail' }, to: text }, required: ['kind', 'to'] },
      { properties: { kind: { const: 'sms' }, numbers: { type: 'array' } }, required: ['kind'] },
    ],
    properties: { '@sort': { type: ['string', 'null'], enum: ['', 'up', null] }, any: true },
  },
};

test.each(fakeNames)(
  '%s: a conversation goes on, whatever tools, answers and failures come',
  async (name) => {
    const folder = await mkdtemp(join(tmpdir(), 'refused-'));
    const place = hostileServer({ tools: [send] });
    if (!('command' in place)) throw new Error('no program');
    const configFile = join(folder, 'sextant.yaml');
    const source = { mcp: { command: place.command, args: place.args }, reads: ['*'] };
    const agent = { title: 'Notes', sources: ['bad'], core_tools: ['bad_send'] };
    await writeFile(configFile, stringify({ sources: { bad: source }, agents: { notes: agent } }));
    const call = (input: JsonObject) => ({
      call: { name: 'bad_send', arguments: input, signature: 'sig-1' },
    });
    const broken = { refuse: { status: 400, message: 'No.' } };
    const fake = await FakeServer.start(fakeApis[name], {
      turns: [
        [call({ kind: 'sms', numbers: [1], any: { $ref: '#/$defs/Address' } })],
        [{ text: 'Sent.' }],
        [call({ kind: 'mail' }), call({ kind: 'mail', to: 'ada' })],
        [broken],
        [broken],
        [{ text: 'Here I am.' }],
      ],
    });
    const { llm } = providerOf(fake.env);
    const server = await startTestServer({ llm, configFile });
    const headers = { authorization: 'Bearer ada' };
    try {
      const ends = [];
      let conversation = {};
      for (const message of ['Text him.', 'Mail her.', 'And?', 'Are you there?']) {
        const events = await server.chat(
          { message, context_type: 'notes', ...conversation },
          headers,
        );
        conversation = { conversation_id: dataOf(events[0])['conversation_id'] };
        const results = events.filter(({ event }) => event === 'tool_call_result');
        ends.push([events.at(-1)?.event, ...results.map((one) => dataOf(one)['is_error'])]);
      }
      expect(ends).toEqual([
        ['message_complete', false],
        ['error', true, false],
        ['error'],
        ['message_complete'],
      ]);
      const refused = fake.requests.filter(({ status }) => status !== 200);
      expect(refused.map(({ status }) => status)).toEqual([400, 400]);
    } finally {
      await Promise.all([server.close(), fake.close()]);
      await rm(folder, { recursive: true });
    }
  },
);
