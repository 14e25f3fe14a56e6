import { useFolders } from '../../../../test/support/embedded-template.js';
import { refused } from '../../../../test/support/refused.js';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ExampleFile, type ExampleTool } from './example-file.js';

const LINES = [
  '{"id": "listOrders",  "examples": ["which orders?"], "hash": "0123456789ab"}',
  '',
  '{"id":"shop_cancel","examples":["cancel it"]}',
];
const tool = (name: string, id: string, example: string): ExampleTool => ({
  name,
  operation: { id, method: 'GET', path: '/' },
  examples: [example],
});
const list = tool('shop_list_orders', 'listOrders', 'which orders?');
const cancel = tool('shop_cancel', 'cancelOrder', 'cancel it');
const find = tool('shop_find', 'findOrder', 'from the document');

const folder = useFolders();
let path: string;
beforeEach(async () => {
  path = join(folder.path, 'shop.examples.jsonl');
  await writeFile(path, LINES.join('\n'));
});

const lines = async () => (await readFile(path, 'utf8')).split('\n');

it('replaces the line of a tool and leaves the others as they are; the hash stays', async () => {
  const examples = ['what was ordered?', ' ', 'all my\norders'];
  await new ExampleFile(path).edit(list, { examples, was: ['which orders?'] });
  expect(await lines()).toEqual([
    '{"id":"listOrders","examples":["what was ordered?","all my orders"],"hash":"0123456789ab"}',
    LINES[2],
    '',
  ]);
  expect(await readdir(folder.path)).toEqual(['shop.examples.jsonl']);
});

it('knows a line by the name of the tool, and adds one where there is none', async () => {
  const file = new ExampleFile(path);
  await file.edit(cancel, { examples: ['stop it'], was: ['cancel it'] });
  await file.edit(find, { examples: ['where is it?'], was: ['from the document'] });
  expect((await lines()).slice(1)).toEqual([
    '{"id":"shop_cancel","examples":["stop it"]}',
    '{"id":"findOrder","examples":["where is it?"]}',
    '',
  ]);
});

it('takes the line away with the last example', async () => {
  await new ExampleFile(path).edit(cancel, { examples: [], was: ['cancel it'] });
  expect(await lines()).toEqual([LINES[0], '']);
});

it('does edits one after the other; the later of two who saw the same is refused', async () => {
  const file = new ExampleFile(path);
  const [first, second] = await Promise.allSettled(
    ['one', 'two'].map((text) => file.edit(list, { examples: [text], was: ['which orders?'] })),
  );
  expect([first?.status, second]).toMatchObject(['fulfilled', { reason: { code: 'conflict' } }]);
  await file.edit(list, { examples: ['three'], was: ['one'] });
  expect((await lines())[0]).toContain('["three"]');
});

it('writes nothing where the file was changed meanwhile, or cannot be read', async () => {
  const file = new ExampleFile(path);
  const edit = { examples: ['new'], was: ['seen before'] };
  await expect(file.edit(list, edit)).rejects.toMatchObject({ code: 'conflict' });
  await expect(file.edit(find, edit)).rejects.toMatchObject({ code: 'conflict' });
  await writeFile(path, 'not JSON');
  await refused(file.edit(list, edit), 'config_error', 'Line 1');
  expect(await lines()).toEqual(['not JSON']);
});
