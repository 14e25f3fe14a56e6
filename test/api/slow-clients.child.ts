import { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { setImmediate as nextTurn } from 'node:timers/promises';
import v8 from 'node:v8';
import vm from 'node:vm';
import { readConfig } from '../../src/app/config/config.js';
import { silentLogger } from '../../src/foundation/logger.js';
import { oneModel } from '../../src/llm/models.js';
import type { LlmEvent, LlmProvider } from '../../src/llm/types.js';
import { startServer } from '../../src/app/server.js';
import { openDatabase } from '../../src/store/open-database.js';
import { done, says } from '../support/scripted-model.js';

// The server with a model that says as many kilobytes as the message asks for, as fast as it is read.
// Prints its address, then for every line on standard input what it holds after a garbage collection.

const KILOBYTE = 'a kilobyte of words '.repeat(52).slice(0, 1024);
const PER_CHUNK = 8;

const llm: LlmProvider = {
  name: 'talker',
  model: 'talker-1',
  async *streamChat({ messages }): AsyncGenerator<LlmEvent> {
    const kilobytes = Number(messages.at(-1)?.content);
    for (let said = 0; said < kilobytes; said += PER_CHUNK) {
      await nextTurn();
      yield says(KILOBYTE.repeat(PER_CHUNK));
    }
    yield done();
  },
};

v8.setFlagsFromString('--expose-gc');
const collect = vm.runInNewContext('gc') as () => void;
let peak = 0;
function sample(): number {
  const { rss } = process.memoryUsage();
  peak = Math.max(peak, rss);
  return rss;
}

/** The connections of this process; Node has no other list of them. */
const handles = process as unknown as { _getActiveHandles(): object[] };
const clients = () => {
  const sockets = handles._getActiveHandles().filter((each) => each instanceof Socket);
  return sockets.filter(({ remoteAddress }) => remoteAddress !== undefined);
};

const config = readConfig(process.env);
const db = await openDatabase(config);
const server = await startServer(config, silentLogger, { models: oneModel(llm), db });
setInterval(sample, 20);
console.log(server.url);
async function report(): Promise<void> {
  const running = await db.query("select 1 from sextant.runs where state = 'running'");
  collect();
  const rss = sample();
  const { heapUsed, external } = process.memoryUsage();
  const pending = clients().map(({ writableLength }) => writableLength);
  const held = heapUsed + external;
  console.log(JSON.stringify({ held, rss, peak, running: running.length, pending }));
}
createInterface(process.stdin).on('line', () => void report());
