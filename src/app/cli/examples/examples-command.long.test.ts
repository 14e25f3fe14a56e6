import { shopDocument, useCli } from '../../../../test/support/use-cli.js';
import { fails, says, ScriptedModel } from '../../../../test/support/scripted-model.js';

const cli = useCli();
const { write } = cli;
const document = (summary: string) => write('api.json', shopDocument(summary));
beforeEach(() => {
  document('List orders');
  write('sextant.yaml', { sources: { shop: { openapi: './api.json', base_url: 'https://a.ex' } } });
});

const answer = (written: Record<string, string[]>) => {
  const tools = Object.entries(written).map(([id, examples]) => ({ id, examples }));
  return says(`Sure!\n\`\`\`json\n${JSON.stringify({ tools })}\n\`\`\``);
};
const lines = () => {
  const written = cli.read('shop.examples.jsonl').trim().split('\n');
  return written.map((line) => JSON.parse(line) as { id: string; examples: string[] });
};

const run = (model: ScriptedModel, ...args: string[]) => cli.run(['examples', ...args], { model });

test('writes what is missing, asks again for what was left out, says what it took, and checks it', async () => {
  const orders = answer({
    listOrders: ['what was ordered?', 'what was ordered?', 'x'.repeat(201), 'my purchases'],
    createOrder: ['buy two crates', 'place an order for Ann'],
    deleteEverything: ['drop it'],
  });
  const clients = ['who buys from us?', 'all our clients', 'third', 'fourth'];
  const model = new ScriptedModel([[orders], [answer({ listCustomers: clients })]]);
  const options = '--yes --number 3 --languages English,German'.split(' ');
  const { code, said } = await run(model, ...options);
  model.expectUsedUp();
  expect(code).toBe(0);
  const [first, second] = model.requests.map(({ messages }) => String(messages[0]?.content));
  expect(first).toContain('Write 3 requests for each operation below, in turn in English, German.');
  expect(first).toMatch(/id: listOrders\nList orders\nGET \/orders[^]*easily mistaken for: /);
  expect(second).not.toContain('id: listOrders');
  expect(said).toMatch(/3 of 3 tools have no examples: 1 request to scripted-1, about [\d,]+/);
  expect(said).toContain('Written: 3 tools, 20 tokens in, 10 out.');
  expect(said).toMatch(/of 7 examples find their tool in the first 6/);
  expect(said).toContain('examples: ./shop.examples.jsonl');
  expect(lines().map(({ id, examples }) => [id, examples])).toEqual([
    ['listOrders', ['what was ordered?', 'my purchases']],
    ['createOrder', ['buy two crates', 'place an order for Ann']],
    ['listCustomers', ['who buys from us?', 'all our clients', 'third']],
  ]);
});

test('goes on after a stop, writes again what has changed, and leaves alone what people wrote', async () => {
  write('shop.examples.jsonl', { id: 'createOrder', examples: ['by hand'] });
  const orders = [answer({ listOrders: ['orders?'] })];
  const broken = new ScriptedModel([orders, [fails('the quota is used up')]]);
  await expect(run(broken, 'shop', '--yes')).rejects.toThrow(/quota/);
  await run(new ScriptedModel([[answer({ listCustomers: ['clients?'] })]]), 'shop', '--yes');
  expect(lines().map(({ id }) => id)).toEqual(['createOrder', 'listOrders', 'listCustomers']);
  document('List the orders of this year');
  const changed = new ScriptedModel([[answer({ listOrders: ['of 2025?'], createOrder: ['no'] })]]);
  await run(changed, 'shop', '--yes');
  changed.expectUsedUp();
  expect(lines().flatMap(({ examples }) => examples)).toEqual(['by hand', 'of 2025?', 'clients?']);
  // Nothing is missing: no model is asked.
  expect((await run(new ScriptedModel([]), 'shop')).code).toBe(0);
});

test('an answer that cannot be used costs its tools only, which are named', async () => {
  const prose = [says('I would rather not.')];
  const { code, said } = await run(new ScriptedModel([prose, prose, prose, prose]), '--yes');
  expect(code).toBe(0);
  expect(said).toContain('none that can be used for listOrders, createOrder, listCustomers');
});

test.each([
  [['gone', '--yes'], /There is no source "gone": sextant examples shop\./],
  [['--yes', '--number', '9'], /--number takes 1 to 8, not "9"/],
  [['shop'], /Nobody can be asked here: add --yes/],
])('%j is refused before anything is sent', async (args, message) => {
  await expect(run(new ScriptedModel([]), ...args)).rejects.toThrow(message);
});

test('without a model it says how to configure one', () =>
  expect(cli.run(['examples', '--yes'])).rejects.toThrow(/set LLM_PROVIDER/));
