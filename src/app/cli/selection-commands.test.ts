import { useCli } from '../../../test/support/use-cli.js';
import { tunedShare, writeTuning } from '../tuning.js';

const NAMES = ['order', 'customer', 'invoice', 'shipment', 'product', 'supplier'];
const cli = useCli();
const { folder, write } = cli;
beforeEach(() => {
  const of = (name: string) => ({
    get: { operationId: `${name}List`, summary: `List ${name}s`, responses: {} },
    post: { operationId: `${name}New`, summary: `Create a ${name}`, responses: {} },
  });
  const paths = Object.fromEntries(NAMES.map((name) => [`/${name}s`, of(name)]));
  write('api.json', { openapi: '3.0.3', info: { title: 'Shop', version: '1' }, paths });
  const shop = { openapi: './api.json', base_url: 'https://shop.example' };
  write('sextant.yaml', { sources: { shop: { ...shop, examples: './shop.jsonl' } } });
});

function writeExamples(ofEach: (name: string) => Record<string, string[]>): void {
  const lines = NAMES.flatMap((name) => Object.entries(ofEach(name)));
  write('shop.jsonl', lines.map(([id, examples]) => JSON.stringify({ id, examples })).join('\n'));
}

const tune = (env: Record<string, string>) => cli.run(['tune'], { env });

test('measures the local embedder, and stores what the server goes by', async () => {
  writeExamples((name) => ({
    [`${name}List`]: [`all ${name}s`, `which ${name}s are there`, `show the ${name}s`],
    [`${name}New`]: [`add a ${name}`, `a new ${name} please`, `open one more ${name}`],
  }));
  const { code, said } = await tune({ EMBEDDER: 'local' });
  expect(code).toBe(0);
  expect(said).toMatch(/^36 examples of 12 tools/);
  expect(said).toMatch(/as it is: \d+(\.\d)? % found/);
  expect(said).toMatch(/RAG_FIT_SCORE=0\.\d{3} would hold back the tools of 5 % of these examples/);
  const stored = JSON.parse(cli.read('.data/tuning.json')) as object;
  expect(stored).toMatchObject({ tools: 12, examples: 36, embedder: expect.any(String) });
});

test('says what is missing', async () => {
  writeExamples((name) => ({ [`${name}List`]: [`all ${name}s`] }));
  const said = /6 examples, and 30 are the least.*sextant examples/;
  await expect(tune({ EMBEDDER: 'local' })).rejects.toThrow(said);
});

test('a share counts only for the embedder and the words it was measured with', () => {
  const figures = { tools: 1, examples: 30, recall_before: 0.5, recall: 0.9, measured_at: '' };
  const stored = (more: object) => {
    writeTuning(folder.path, { ...figures, embedder: 'one', ...more });
    return ['one', 'two'].map((name) => tunedShare(folder.path, name));
  };
  expect(tunedShare(folder.path, 'one')).toBeUndefined();
  expect(stored({ words_share: 0.3 })).toEqual([0.3, undefined]);
  expect(stored({})).toEqual([undefined, undefined]);
  // Of before words were compared by their pieces; and one that was cut off.
  for (const text of ['{"embedder": "one", "words_share": 0.3}', '{"embedder": "one", "words_sh']) {
    write('tuning.json', text);
    expect(tunedShare(folder.path, 'one')).toBeUndefined();
  }
});
