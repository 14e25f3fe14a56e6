import type { LlmEvent } from '../../src/llm/types.js';
import { FAKE_KEY } from '../support/fakes/fake-api.js';
import type { FakeRefusal, FakeStep } from '../support/fakes/script.js';
import type { Case, Subject } from './subject.js';
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
    const { end, asked } = await play(subject, [refused, refused]);
    const retryable = tries > 1;
    const code = retryable ? 'model_unavailable' : 'model_error';
    const message = expect.stringContaining(`${refusal.status}: ${refusal.message}`);
    expect(end).toMatchObject({ type: 'error', code, retryable, message });
    expect(asked).toBe(tries);
  };
}

/** Trouble before anything was said: the API is asked once more. */
function stumble(step: FakeStep): Case {
  return async (subject) => {
    const { text, asked, waits } = await play(subject, [[step], [{ text: 'Hi' }]]);
    expect({ text, asked, waits }).toEqual({ text: 'Hi', asked: 2, waits: [1_000] });
  };
}

/** Trouble in the middle of an answer: what was said stands, and the user may try again. */
function broken(step: FakeStep, delivery = {}): Case {
  return async (subject) => {
    const { text, end, asked } = await play(subject, [[{ text: 'Half' }, step]], delivery);
    expect([text, end, asked]).toMatchObject(['Half', AWAY, 1]);
  };
}

const RETRY_INFO = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '30s' };

/** The APIs say it in a header, Gemini in the details of the error. */
function limited(seconds: number): FakeStep {
  const headers: Record<string, string> = { 'retry-after': String(seconds) };
  const details = [{ ...RETRY_INFO, retryDelay: `${seconds}s` }];
  return { refuse: { status: 429, message: 'Slow down.', headers, details } };
}

/** Some milliseconds, which another process of a busy machine may stretch; silence is left much later. */
const ABORT_LIMIT_MS = 5_000;

async function abortWhen(
  subject: Subject,
  turn: FakeStep[],
  ready: (events: LlmEvent[]) => boolean,
) {
  const { fake, env } = subject;
  fake.script([turn]);
  const { llm } = providerOf({ ...fake.env, ...env });
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
    fake.script([steps]);
    const { llm } = providerOf({ ...fake.env, ...env }, { limits: { firstMs: 80, betweenMs: 80 } });
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
    fake.script([]);
    const { llm } = providerOf({ ...fake.env, ...env, LLM_MODEL: 'no-such-model' });
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
    const { text, waits, asked } = await play(subject, [
      [limited(30)],
      [limited(3)],
      [{ text: 'Hi' }],
    ]);
    expect({ text, waits, asked }).toEqual({ text: 'Hi', waits: [30_000, 10_000], asked: 3 });
  },
  'a rate limit of more than a minute ends the call': async (subject) => {
    const { end, waits } = await play(subject, [[limited(61)]]);
    expect(end).toMatchObject({ code: 'model_unavailable', retryable: true });
    expect(waits).toEqual([]);
  },
  'overload (503 or 529) is waited out': async (subject) => {
    const busy: FakeStep[] = [{ refuse: { status: subject.overloaded, message: 'Busy.' } }];
    const { text, waits } = await play(subject, [busy, busy, [{ text: 'Hi' }]]);
    expect({ text, waits }).toEqual({ text: 'Hi', waits: [5_000, 10_000] });
  },
  "a proxy's page instead of an answer": async (subject) => {
    const page = '<html><body>Bad gateway</body></html>';
    const refused = await play(
      subject,
      Array(2).fill([{ refuse: { status: 502, message: '', page } }]),
    );
    const answered = await play(subject, Array(2).fill([{ raw: page }, { end: true }]));
    for (const { end, text } of [refused, answered]) {
      expect([text, end]).toMatchObject(['', AWAY]);
      expect(JSON.stringify(end)).not.toContain('html');
    }
  },
  'no server there': async ({ fake, env }) => {
    const text = JSON.stringify(fake.env).replaceAll(fake.url, 'http://127.0.0.1:9');
    const nowhere = JSON.parse(text) as typeof fake.env;
    expect(answerOf(await collect(providerOf({ ...nowhere, ...env }).llm)).end).toMatchObject({
      ...AWAY,
      message: expect.stringContaining('could not be reached'),
    });
  },
  'an error in the stream, after 200': broken({ error: { message: 'It broke in the middle.' } }),
  'an error as the first thing in the stream': async (subject) => {
    const failing: FakeStep[] = [{ error: { message: 'It broke at once.' } }];
    const { end } = await play(subject, [failing, failing]);
    const message = expect.stringContaining('It broke at once.');
    expect(end).toMatchObject({ type: 'error', retryable: true, message });
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
    fake.script([[...pings, { call: { name: 'get_weather', arguments: input } }]], {
      split: { seed: 3, max: 300 },
      dripMs: 10,
    });
    // Far longer than the limit as a whole, and never silent for so long.
    const limits = { firstMs: 400, betweenMs: 400 };
    const { llm } = providerOf({ ...fake.env, ...env }, { limits });
    expect(answerOf(await collect(llm)).calls).toEqual([{ name: 'get_weather', arguments: input }]);
  },

  'abort before the start asks nothing': async ({ fake, env }) => {
    fake.script([[{ text: 'Hi' }]]);
    const { llm } = providerOf({ ...fake.env, ...env });
    const { end } = answerOf(await collect(llm, {}, AbortSignal.abort()));
    expect(end).toMatchObject({ type: 'error', code: 'cancelled' });
    expect(fake.requests).toEqual([]);
  },
  'abort before the headers frees the socket': (subject) =>
    abortWhen(subject, [{ hold: true }], () => true),
  'abort in the middle frees the socket': (subject) =>
    abortWhen(subject, [{ text: 'Half' }, { stall: true }], (events) => events.length === 1),
  'abort after the end changes nothing': async ({ fake, env }) => {
    fake.script([[{ text: 'Hi' }], [{ text: 'Again' }]]);
    const { llm } = providerOf({ ...fake.env, ...env });
    const abort = new AbortController();
    expect(answerOf(await collect(llm, {}, abort.signal)).text).toBe('Hi');
    abort.abort();
    expect(answerOf(await collect(llm)).text).toBe('Again');
    await fake.last.closed;
    expect(fake.requests.map(({ completed }) => completed)).toEqual([true, true]);
  },
  'a reader that leaves early frees the socket': async ({ fake, env }) => {
    fake.script([[{ text: 'Half' }, { stall: true }]]);
    const { llm } = providerOf({ ...fake.env, ...env });
    const stream = llm.streamChat(request, new AbortController().signal)[Symbol.asyncIterator]();
    await stream.next();
    await stream.return?.();
    await fake.last.closed;
    expect(fake.last.completed).toBe(false);
  },
  'ten streams at once, one of them aborted': async ({ fake, env }) => {
    const numberIn = (body: unknown) => /stream-(\d)/.exec(JSON.stringify(body))?.[1] ?? '';
    const all = Array.from({ length: 10 }, (_, at) => at);
    fake.script(
      all.map(() => ({ body }) => [
        { text: 'begin ' },
        { stall: 40 },
        { text: `end ${numberIn(body)}` },
      ]),
    );
    const { llm } = providerOf({ ...fake.env, ...env });
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
    const failures: FakeStep[][] = [
      ...[400, 401, 402, 403, 404, 429, 500, 503].map((status) => [
        { refuse: { status, message: said, details: [{ reason: said }] } },
      ]),
      [{ error: { message: said } }],
      [{ text: 'Half' }, { error: { message: said } }],
      [{ reset: true }],
      [{ text: 'Half' }, { raw: `data: ${said}\n\n${said}\n` }, { end: true }],
    ];
    for (const turn of failures) {
      const { fake, env } = subject;
      fake.script(Array.from({ length: 5 }, () => turn));
      const events = await collect(providerOf({ ...fake.env, ...env }).llm);
      expect(events.at(-1)?.type).toBe('error');
      expect(JSON.stringify(events)).not.toContain(FAKE_KEY);
    }
  },
};
