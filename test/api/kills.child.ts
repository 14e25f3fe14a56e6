import { setTimeout as pause } from 'node:timers/promises';
import { readConfig } from '../../src/app/config/config.js';
import { silentLogger } from '../../src/foundation/logger.js';
import { withoutNotes } from '../../src/foundation/user-messages.js';
import { oneModel } from '../../src/llm/models.js';
import type { LlmEvent, LlmMessage, LlmProvider } from '../../src/llm/types.js';
import { startServer } from '../../src/app/server.js';
import { calls, done, says } from '../support/scripted-model.js';
import type { Part } from './kills.load.js';

// The server with a model that does what the message says: a JSON list of calls, then as many words.
// Prints its address.

/** The draft that was started last, where a call has to name it. */
function draftIn(messages: readonly LlmMessage[]): unknown {
  const begun = messages.findLast((each) => each.role === 'tool' && each.name === 'start_draft');
  return begun && (JSON.parse(begun.content) as { draft_id: unknown }).draft_id;
}

function nextPart(messages: readonly LlmMessage[]): { part: Part | undefined; turn: number } {
  const asked = messages.findLastIndex(({ role }) => role === 'user');
  const parts = JSON.parse(withoutNotes(messages[asked]?.content ?? '[]')) as Part[];
  const turn = messages.slice(asked).filter(({ role }) => role === 'assistant').length;
  return { part: parts[turn], turn };
}

const llm: LlmProvider = {
  name: 'obedient',
  model: 'obedient-1',
  async *streamChat({ messages }): AsyncGenerator<LlmEvent> {
    const { part, turn } = nextPart(messages);
    for (let word = 0; word < (part?.words ?? 0); word += 1) {
      await pause(2);
      yield says(`word ${word} `);
    }
    if (part?.call !== undefined) {
      const { name, input } = part.call;
      const drafted = input['draft_id'] === 'begun' ? { draft_id: draftIn(messages) } : {};
      yield calls(name, { ...input, ...drafted }, `call_${messages.length}_${turn}`);
    }
    yield done();
  },
};

const server = await startServer(readConfig(process.env), silentLogger, { models: oneModel(llm) });
console.log(server.url);
