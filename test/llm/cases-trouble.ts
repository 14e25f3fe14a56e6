import type { LlmEvent } from '../../src/llm/types.js';
import { FAKE_KEY } from '../support/fakes/fake-api.js';
import type { FakeRefusal, FakeStep } from '../support/fakes/script.js';
import { type Case, scripted, type Subject } from './subject.js';
import { answerOf, collect, providerOf, request, until } from './support.js';

/** The events of scripted turns, the waits between tries, and how often the API was asked. */
async function play({ fake, env }: Subject, turns: FakeStep[][], delivery = {}) {
  fake.script(turns, delivery);
  const { llm, waits } = providerOf({ ...fake.env, ...env });
  return { ...answerOf(await collect(llm)), waits, asked: fake.requests.length };
}

const AWAY = { type: 'error', code: 'model_unavailable', retryable: true };

/** A refusal that ends the call, at once or when it comes a second time. */
function final(refusal: FakeRefusal, { tries = 1 } = {}): Case {
  return async (subject) => {
    const refused: FakeStep[] = [{ refuse: refusal }];
    const retryable = tries > 1;
    const code = retryable ? 'model_unavailable' : 'model_error';
    const message = expect.stringContaining(`${refusal.status}: ${refusal.message}`);
    const end = { type: 'error', code, retryable, message };
    expect(await play(subject, [refused, refused])).toMatchObject({ end, asked: tries });
  };
}

/** Trouble before anything was said: the API is asked once more. */
function stumble(step: FakeStep): Case {
  const once = { text: 'Hi', asked: 2, waits: [1_000] };
  return async (subject) =>
    expect(await play(subject, [[step], [{ text: 'Hi' }]])).toMatchObject(once);
}

/** Trouble in the middle of an answer: what was said stands, and the user may try again. */
function broken(step: FakeStep, delivery = {}): Case {
  return async (subject) => {
    const ended = await play(subject, [[{ text: 'Half' }, step]], delivery);
    expect(ended).toMatchObject({ text: 'Half', end: AWAY, asked: 1 });
  };
}

/** The APIs say it in a header, Gemini in the details of the error. */
function limited(seconds: number): FakeStep {
  const headers = { 'retry-after': String(seconds) };
  const retryDelay = `${seconds}s`;
  const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay }];
  return { refuse: { status: 429, message: 'Slow down.', headers, details } };
}

/** Some milliseconds, which another process of a busy machine may stretch; silence is left much later. */
const ABORT_LIMIT_MS = 5_000;

type Ready = (events: LlmEvent[]) => boolean;
async function abortWhen(subject: Subject, turn: FakeStep[], ready: Ready) {
  const { fake } = subject;
  const llm = scripted(subject, [turn]);
  const abort = new AbortController();
  const events: LlmEvent[] = [];
  const run = (async () => {
    for await (const event of llm.streamChat(request, abort.signal)) events.push(event);
  })();
  await until(() => fake.requests.length === 1 && ready(events));
  const aborted = performance.now();
  abort.abort();
  await run;
  const ended = performance.now() - aborted;
  await fake.last.closed;
  expect(answerOf(events).end).toMatchObject({ type: 'error', code: 'cancelled' });
  expect(ended).toBeLessThan(ABORT_LIMIT_MS);
  expect((fake.last.closedAt ?? Infinity) - aborted).toBeLessThan(ABORT_LIMIT_MS);
  expect(fake.last.completed).toBe(false);
}

function silent(steps: FakeStep[]): Case {
  return async ({ fake, env }) => {
    const llm = scripted({ fake, env }, [steps], {}, { limits: { firstMs: 80, betweenMs: 80 } });
    const { end } = answerOf(await collect(llm));
    expect(end).toMatchObject({ ...AWAY, message: expect.stringContaining('silent') });
    await fake.last.closed;
    expect(fake.last.completed).toBe(false);
  };
}

/** What every provider must make of trouble. */
export const troubleCases: Record<string, Case> = {
  'wrong key': async ({ fake, env }) => {
    fake.script([]);
    const keys = ['GEMINI_API_KEY', 'OPENAI_API_KEY', 'ANTHROPIC_API_KEY'];
    const wrong = Object.fromEntries(keys.map((name) => [name, 'CANARY-wrong-key']));
    const { end } = answerOf(await collect(providerOf({ ...fake.env, ...env, ...wrong }).llm));
    expect(end).toMatchObject({ type: 'error', code: 'model_error', retryable: false });
    expect(JSON.stringify(end)).not.toContain('CANARY');
  },
  'unknown model (404)': async ({ fake, env }) => {
    const llm = scripted({ fake, env }, [], { LLM_MODEL: 'no-such-model' });
    const { end } = answerOf(await collect(llm));
    const message = expect.stringMatching(/404.*no-such-model/);
    expect(end).toMatchObject({ type: 'error', code: 'model_error', retryable: false, message });
  },
  'bad request (400)': final({ status: 400, message: 'Something in it is wrong.' }),
  'exhausted credit (402) is not tried again': final({ status: 402, message: 'No credit.' }),
  'server error (500)': final({ status: 500, message: 'It broke.' }, { tries: 2 }),
  'server error (500), once': stumble({ refuse: { status: 500, message: 'It broke.' } }),
  'connection reset before the answer, once': stumble({ reset: true }),

  'rate limit (429) is waited out as long as asked': async (subject) => {
    const ended = await play(subject, [[limited(30)], [limited(3)], [{ text: 'Hi' }]]);
    expect(ended).toMatchObject({ text: 'Hi', waits: [30_000, 10_000], asked: 3 });
  },
  'a rate limit of more than a minute ends the call': async (subject) =>
    expect(await play(subject, [[limited(61)]])).toMatchObject({ end: AWAY, waits: [] }),
  'overload (503 or 529) is waited out': async (subject) => {
    const busy: FakeStep[] = [{ refuse: { status: subject.overloaded, message: 'Busy.' } }];
    const ended = await play(subject, [busy, busy, [{ text: 'Hi' }]]);
    expect(ended).toMatchObject({ text: 'Hi', waits: [5_000, 10_000] });
  },
  "a proxy's page instead of an answer": async (subject) => {
    const page = '<html><body>Bad gateway</body></html>';
    const refused: FakeStep[] = [{ refuse: { status: 502, message: '', page } }];
    for (const turn of [refused, [{ raw: page }, { end: true }] as FakeStep[]]) {
      const { end, text } = await play(subject, [turn, turn]);
      expect([text, end]).toMatchObject(['', AWAY]);
      expect(JSON.stringify(end)).not.toContain('html');
    }
  },
  'no server there': async ({ fake, env }) => {
    const text = JSON.stringify(fake.env).replaceAll(fake.url, 'http://127.0.0.1:9');
    const nowhere = JSON.parse(text) as typeof fake.env;
    const { end } = answerOf(await collect(providerOf({ ...nowhere, ...env }).llm));
    expect(end).toMatchObject({ ...AWAY, message: expect.stringContaining('not be reached') });
  },
  'an error in the stream, after 200': broken({ error: { message: 'It broke in the middle.' } }),
  'an error as the first thing in the stream': async (subject) => {
    const failing: FakeStep[] = [{ error: { message: 'It broke at once.' } }];
    const end = { retryable: true, message: expect.stringContaining('It broke at once.') };
    expect(await play(subject, [failing, failing])).toMatchObject({ end });
  },
  'connection reset in the middle': broken({ reset: true }),
  'end without closing events': broken({ end: true }),
  'reset after any number of bytes': async (subject) => {
    for (const resetAfter of [1, 40, 120, 200]) {
      const { end } = await play(subject, [[{ text: 'x'.repeat(500) }]], { resetAfter });
      expect(end).toMatchObject(AWAY);
    }
  },
  'silence before the headers': silent([{ hold: true }]),
  'silence in the middle': silent([{ text: 'Half' }, { stall: true }]),
  'slow, but never silent': async ({ fake, env }) => {
    const input = { city: 'x'.repeat(600) };
    const pings = Array.from({ length: 20 }, () => [{ text: 'a' }, { stall: 40 }]).flat();
    const delivery = { split: { seed: 3, max: 300 }, dripMs: 10 };
    fake.script([[...pings, { call: { name: 'get_weather', arguments: input } }]], delivery);
    // Far longer than the limit as a whole, and never silent for so long.
    const limits = { firstMs: 400, betweenMs: 400 };
    const { llm } = providerOf({ ...fake.env, ...env }, { limits });
    expect(answerOf(await collect(llm)).calls).toEqual([{ name: 'get_weather', arguments: input }]);
  },

  'abort before the start asks nothing': async ({ fake, env }) => {
    const llm = scripted({ fake, env }, [[{ text: 'Hi' }]]);
    const { end } = answerOf(await collect(llm, {}, AbortSignal.abort()));
    expect(end).toMatchObject({ type: 'error', code: 'cancelled' });
    expect(fake.requests).toEqual([]);
  },
  'abort before the headers frees the socket': (subject) =>
    abortWhen(subject, [{ hold: true }], () => true),
  'abort in the middle frees the socket': (subject) =>
    abortWhen(subject, [{ text: 'Half' }, { stall: true }], (events) => events.length === 1),
  'abort after the end changes nothing': async ({ fake, env }) => {
    const llm = scripted({ fake, env }, [[{ text: 'Hi' }], [{ text: 'Again' }]]);
    const abort = new AbortController();
    expect(answerOf(await collect(llm, {}, abort.signal)).text).toBe('Hi');
    abort.abort();
    expect(answerOf(await collect(llm)).text).toBe('Again');
    await fake.last.closed;
    expect(fake.requests.map(({ completed }) => completed)).toEqual([true, true]);
  },
  'a reader that leaves early frees the socket': async ({ fake, env }) => {
    const llm = scripted({ fake, env }, [[{ text: 'Half' }, { stall: true }]]);
    const stream = llm.streamChat(request, new AbortController().signal)[Symbol.asyncIterator]();
    await stream.next();
    await stream.return?.();
    await fake.last.closed;
    expect(fake.last.completed).toBe(false);
  },
  'ten streams at once, one of them aborted': async ({ fake, env }) => {
    const numberIn = (body: unknown) => /stream-(\d)/.exec(JSON.stringify(body))?.[1] ?? '';
    const all = Array.from({ length: 10 }, (_, at) => at);
    const llm = scripted(
      { fake, env },
      all.map(() => ({ body }) => [
        { text: 'begin ' },
        { stall: 40 },
        { text: `end ${numberIn(body)}` },
      ]),
    );
    const answers = await Promise.all(
      all.map(async (at) => {
        const abort = new AbortController();
        const messages = [{ role: 'user' as const, content: `stream-${at}` }];
        const events: LlmEvent[] = [];
        for await (const event of llm.streamChat({ ...request, messages }, abort.signal)) {
          events.push(event);
          if (at === 4) abort.abort();
        }
        return answerOf(events);
      }),
    );
    for (const [at, { text, end }] of answers.entries()) {
      if (at === 4) expect(end).toMatchObject({ code: 'cancelled' });
      else expect({ text, type: end?.type }).toEqual({ text: `begin end ${at}`, type: 'done' });
    }
  },

  'no failure shows the key': async (subject) => {
    const said = `The key ${FAKE_KEY} is not good.`;
    const details = [{ reason: said }];
    const refused = (status: number) => ({ refuse: { status, message: said, details } });
    const failures: FakeStep[][] = [
      ...[400, 401, 402, 403, 404, 429, 500, 503].map((status) => [refused(status)]),
      [{ error: { message: said } }],
      [{ text: 'Half' }, { error: { message: said } }],
      [{ reset: true }],
      [{ text: 'Half' }, { raw: `data: ${said}\n\n${said}\n` }, { end: true }],
    ];
    for (const turn of failures) {
      const events = await collect(scripted(subject, Array(5).fill(turn)));
      expect(events.at(-1)?.type).toBe('error');
      expect(JSON.stringify(events)).not.toContain(FAKE_KEY);
    }
  },
};
