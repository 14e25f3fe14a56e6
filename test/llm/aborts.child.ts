import { readConfig } from '../../src/app/config/config.js';
import { llmFromConfig } from '../../src/app/llm-from-config.js';
import { FakeServer } from '../support/fakes/fake-server.js';
import { fakeApis, type FakeName } from '../support/fakes/fakes.js';
import { request, until } from './support.js';

// Aborts streams of one provider at all moments, and prints what became of them. An unhandled rejection
// would end this process with an error.

const AT_ONCE = 25;
const [name = 'gemini', count = '1000'] = process.argv.slice(2);

const fake = await FakeServer.start(fakeApis[name as FakeName]);
const call = { call: { name: 'get_weather', arguments: { city: 'x'.repeat(50) } } };
const turns = [
  [{ hold: true as const }],
  [{ text: 'a' }, { stall: true as const }],
  [{ text: 'a' }, { text: 'b' }, call, { stall: true as const }],
  [{ text: 'a' }, { stall: 1 }, { text: 'b' }, { reset: true as const }],
  [{ text: 'a' }, call],
];
fake.script(Array.from({ length: Number(count) }, (_, at) => turns[at % turns.length] ?? []));
const llm = llmFromConfig(readConfig(fake.env));

const finals: Record<string, number> = {};
let next = 0;

async function worker(): Promise<void> {
  while (next < Number(count)) {
    const at = next++;
    const abort = new AbortController();
    // Some at once, some with the first event, some in between, some after the end; all finally.
    const timer = setTimeout(() => abort.abort(), at % 3 === 0 ? at % 50 : 300);
    for await (const event of llm.streamChat(request, abort.signal)) {
      if (event.type === 'text' && at % 3 === 1) abort.abort();
      if (event.type === 'done' || event.type === 'error') {
        const kind = event.type === 'done' ? 'done' : event.code;
        finals[kind] = (finals[kind] ?? 0) + 1;
      } else if (at % 3 === 2) setImmediate(() => abort.abort());
    }
    clearTimeout(timer);
    abort.abort();
  }
}

await Promise.all(Array.from({ length: AT_ONCE }, worker));

const unfinished = () => fake.requests.filter(({ closedAt }) => closedAt === undefined).length;
await until(() => unfinished() === 0);
const completed = fake.requests.filter((request) => request.completed).length;
// A connection whose answer was read to its end is kept for the next request; all others must be gone.
const aborted = fake.requests.filter((request) => !request.completed);
await until(() => aborted.every(({ socket }) => socket.destroyed));
await fake.close();
console.log(JSON.stringify({ finals, requests: fake.requests.length, completed }));
