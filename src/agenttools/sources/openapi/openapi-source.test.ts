import { useFolders } from '../../../../test/support/embedded-template.js';
import { rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asapScheduler, filter, firstValueFrom, type SchedulerAction } from 'rxjs';
import { refused } from '../../../../test/support/refused.js';
import { serve } from '../../../../test/support/http-server.js';
import { startSourceWorker } from '../../../../test/support/openapi/source-worker.js';
import { silentLogger } from '../../../foundation/logger.js';
import { createChangeKinds } from '../../changes/change-kind.js';
import type { Tool } from '../../tool.js';
import { LiveCatalog } from '../live-catalog.js';
import { defaultDocumentLimits } from './document/parse-text.js';
import { OpenApiSource, type OpenApiSourceOptions, type OpenApiStatus } from './openapi-source.js';

const folder = useFolders();
let source: OpenApiSource | undefined;
afterEach(() => source?.close());

function open(more: Partial<OpenApiSourceOptions> = {}): OpenApiSource {
  const document = { file: join(folder.path, 'api.json') };
  source = new OpenApiSource({ id: 'api', document, startWorker: startSourceWorker, ...more });
  source.open();
  return source;
}

/** A document with an operation of each id. */
function documentOf(...ids: string[]): string {
  const responses = { 200: { description: 'ok' } };
  const of = (id: string) => [`/${id}`, { get: { operationId: id, responses } }];
  const paths = Object.fromEntries(ids.map(of));
  return JSON.stringify({ openapi: '3.0.3', info: { title: 'Shop', version: '1' }, paths });
}

type Work<T> = (this: SchedulerAction<T>, state?: T) => void;
const write = (name: string, text: string) => writeFile(join(folder.path, name), text);
const until = (wanted: (status: OpenApiStatus) => boolean) =>
  firstValueFrom((source as OpenApiSource).document$.pipe(filter(wanted)));
const offered = (...wanted: string[]) => {
  const { tools$ } = source as OpenApiSource;
  const namesOf = (tools: readonly Tool[]) => tools.map(({ name }) => name).join();
  return firstValueFrom(tools$.pipe(filter((tools) => namesOf(tools) === wanted.join())));
};
/** A catalogue of the source alone, once it has so many tools. */
const catalogOf = async (size: number, more: Partial<OpenApiSourceOptions> = {}) => {
  const catalog = new LiveCatalog([open(more)], createChangeKinds([]), silentLogger);
  await firstValueFrom(catalog.catalog$.pipe(filter(({ tools }) => tools.length === size)));
  return catalog;
};

test('an address that does not answer yet is asked again, after longer and longer waits', async () => {
  let answers = 0;
  const backend = await serve((_request, response) => {
    answers += 1;
    if (answers > 3) response.end(documentOf('a'));
    else response.writeHead(503).end();
  });
  const waits: number[] = [];
  function schedule<T>(work: Work<T>, wait = 0, state?: T) {
    waits.push(wait);
    return asapScheduler.schedule(work, 0, state);
  }
  open({ document: { url: `${backend.url}/api.json` }, scheduler: { now: () => 0, schedule } });
  await offered('api_a');
  expect(waits).toEqual([1000, 2000, 4000]);
  await backend.close();
});

test('reads its document in a thread, and tells what is wrong with it once validated', async () => {
  await write('api.json', documentOf('a', 'b').replace('"200"', '"9999"'));
  open();
  await offered('api_a', 'api_b');
  expect(await until(({ findings }) => findings.length > 0)).toMatchObject({
    state: 'ready',
    title: 'Shop',
    counts: { declared: 2, usable: 2, offered: 2 },
  });
  // A changed one becomes the new tools; a broken one leaves those there are.
  await write('next.json', documentOf('a', 'c'));
  await rename(join(folder.path, 'next.json'), join(folder.path, 'api.json'));
  await offered('api_a', 'api_c');
  await write('api.json', '{"openapi":');
  expect(await until(({ error }) => error !== undefined)).toMatchObject({
    state: 'ready',
    error: expect.stringMatching(/^sources\.api: It is not valid JSON/),
  });
  await offered('api_a', 'api_c');
});

describe('what cannot be read is told in a sentence', () => {
  const at = (url: string) => ({ document: { url } });
  const limits = (more: object) => ({ limits: { ...defaultDocumentLimits, ...more } });
  const large = documentOf('a').padEnd(3 * 1024 * 1024);
  test.each<[string, Partial<OpenApiSourceOptions>, RegExp, string?]>([
    ['a folder', { document: { file: tmpdir() } }, /is no file\./],
    ['a URL of plain http', at('http://a.example/a'), /is plain http; use https, or a file/],
    ['a password', at('https://u:p@a.example/a'), /\/\/a\.example\/a holds a user or password/],
    ['no URL', at('nonsense'), /nonsense is no URL/],
    ['one that is too large', limits({ bytes: 1024 ** 2 }), /3 MB; documents up to 1 MB/, large],
    ['one that takes too long', limits({ timeMs: 1 }), /took longer than 0\.001 s/],
  ])('%s', async (_name, options, message, text = documentOf('a')) => {
    await write('api.json', text);
    open(options);
    const { state, error } = await until((status) => status.state !== 'loading');
    expect([state, error]).toEqual(['failed', expect.stringMatching(message)]);
  });

  test('a file that is not there, a line of examples that is none', async () => {
    open();
    const { error } = await until(({ state }) => state === 'failed');
    expect(error).toMatch(/api\.json cannot be read: ENOENT/);
    await source?.close();
    await write('api.json', documentOf('a'));
    await write('ex.jsonl', '{"id":"a","examples":["x"]}\n{"id":7}\n');
    open({ examplesFile: join(folder.path, 'ex.jsonl') });
    const examples = await until(({ state }) => state === 'failed');
    expect(examples.error).toMatch(/Line 2 of the examples must be/);
  });
});

test('takes examples by operationId or name; edited, they are taken up before the edit is answered', async () => {
  await write('api.json', documentOf('a', 'b'));
  const second = '{"id":"api_b","examples":["Show **b**"]}';
  await write('ex.jsonl', `{"id": "a", "examples": ["first"]}\n\n${second}\n`);
  const catalog = await catalogOf(2, { examplesFile: join(folder.path, 'ex.jsonl') });
  expect(catalog.current.tools.map(({ examples }) => examples)).toEqual([['first'], ['Show b']]);
  const edit = { examples: ['second', 'third'], was: ['first'] };
  expect((await catalog.editExamples('api_a', edit)).examples).toEqual(['second', 'third']);
  expect(catalog.current.find('api_a')?.tool.examples).toEqual(['second', 'third']);
  await expect(catalog.editExamples('api_a', edit)).rejects.toMatchObject({ code: 'conflict' });
  await expect(catalog.editExamples('none', edit)).rejects.toMatchObject({ code: 'not_found' });
  await catalog.close();
});

test('a source without a file of examples says where to name one', async () => {
  await write('api.json', documentOf('a'));
  const catalog = await catalogOf(1);
  expect(catalog.canEditExamples(catalog.current.tools[0]!)).toBe(false);
  const edit = catalog.editExamples('api_a', { examples: ['x'], was: [] });
  await refused(edit, 'conflict', 'sources.api.examples');
  await catalog.close();
});
