/**
 * Ten tasks with loops over the sample ERP, by single calls and by one script: `npm run bench:code-mode [-- --write]`.
 * A scripted model knows what to do in both; measured is what that costs: turns, tokens of its requests and answers (a
 * token is four characters), calls of tools, requests to the backend. The ERP listens on a port of its own, as any backend.
 */
import 'reflect-metadata';
import { ErpModule } from '../samples/erp/erp.module.js';
import { parseJson } from '../src/foundation/exact-json.js';
import { silentLogger } from '../src/foundation/logger.js';
import type { JsonObject } from '../src/foundation/json.js';
import { createApp } from '../src/http/create-app.js';
import type { LlmEvent, LlmProvider, LlmRequest } from '../src/llm/types.js';
import { openTestDatabase } from '../test/support/database.js';
import { startTestServer } from '../test/support/server.js';
import { readFileSync } from 'node:fs';
import { measuredOn, publish, table } from './measure.js';

type Row = Record<string, unknown>;
interface Call {
  name: string;
  arguments: JsonObject;
}
/** A step of a task by single calls: what is called next, of all results so far; none ends it. */
type Step = (results: readonly Row[]) => Call[];

interface Task {
  name: string;
  steps: readonly Step[];
  script: string;
}

const stock = {
  title: 'Stock',
  widget_type: 'table',
  visualization: 'table',
  data_source: [
    {
      type: 'query',
      schema: 'inventory',
      source: 'inventory_items',
      select: { columns: [{ name: 'id' }, { name: 'quantity' }] },
    },
  ],
  visual_settings: {
    columns: {
      id: { name: 'id', header: 'Id', type: 'uuid' },
      quantity: { name: 'quantity', header: 'Quantity', type: 'number' },
    },
  },
};
const rowsOf = (page: number): Call => ({
  name: 'erp_queryTableConfig',
  arguments: { body: { config: stock, page, rows: 50 } },
});
const call = (name: string, input: JsonObject = {}): Call => ({
  name: `erp_${name}`,
  arguments: input,
});
const items = (row: Row | undefined): Row[] => (row?.['items'] ?? []) as Row[];
const paging = `let page = 1, rows = [], answer;
do { answer = await tools.erp_queryTableConfig({ body: { config, page: page++, rows: 50 } }); rows.push(...answer.rows); } while (rows.length < answer.total);`;
const config = `const config = ${JSON.stringify(stock)};\n`;
const pages: Step[] = [() => [rowsOf(1)], () => [2, 3, 4, 5, 6].map(rowsOf)];
const reminder = (name: string): JsonObject => ({
  name,
  description: 'Look at it once more.',
  is_active: false,
  entity: 'inventory.inventory_items',
  trigger_type: 'on_update',
  trigger_conditions: [],
  actions: [],
  edges: [],
});
const REMINDER = `const reminder = (name) => ({ name, description: 'Look at it once more.', is_active: false, entity: 'inventory.inventory_items', trigger_type: 'on_update', trigger_conditions: [], actions: [], edges: [] });\n`;
/** So many changes at once as one answer of a model may hold. */
const inTurns = (calls: (results: readonly Row[]) => Call[], turns: number): Step[] =>
  Array.from(
    { length: turns },
    (_, at) => (results) => calls(results).slice(at * 16, at * 16 + 16),
  );

const each = (list: Call, one: (row: Row) => Call, turns: number): Step[] => [
  () => [list],
  ...inTurns((results) => items(results[0]).map(one), turns),
];
const eachScript = (
  list: string,
  one: string,
  end: string,
): string => `const { items } = await tools.erp_${list}({ rows: 100 });
const all = await Promise.all(items.map((item) => ${one}));
return ${end};`;

const tasks: Task[] = [
  {
    name: 'count 300 rows below 20',
    steps: pages,
    script: `${config}${paging}\nreturn rows.filter(({ quantity }) => quantity < 20).length;`,
  },
  {
    name: 'add up 300 rows',
    steps: pages,
    script: `${config}${paging}\nreturn rows.reduce((sum, { quantity }) => sum + quantity, 0);`,
  },
  {
    name: 'users by role',
    steps: [
      () => [call('listUsers', { rows: 10 })],
      () => [2, 3].map((page) => call('listUsers', { rows: 10, page })),
    ],
    script: `const users = []; let page = 1, answer;
do { answer = await tools.erp_listUsers({ rows: 10, page: page++ }); users.push(...answer.items); } while (users.length < answer.total);
return users.length;`,
  },
  {
    name: 'tables of all schemas',
    steps: each(call('listSchemas'), ({ name }) => call('listTables', { schema: name }), 1),
    script: eachScript(
      'listSchemas',
      'tools.erp_listTables({ schema: item.name })',
      'all.map(({ total }) => total)',
    ),
  },
  {
    name: 'actions of all rules',
    steps: each(call('listRules'), ({ id }) => call('getRule', { id }), 2),
    script: eachScript(
      'listRules',
      'tools.erp_getRule({ id: item.id })',
      'all.map(({ actions }) => actions.length)',
    ),
  },
  {
    name: 'columns of all table configs',
    steps: each(call('listTableConfigs'), ({ id }) => call('getTableConfig', { id }), 2),
    script: eachScript(
      'listTableConfigs',
      'tools.erp_getTableConfig({ id: item.id })',
      'all.length',
    ),
  },
  {
    name: 'alerts of all rules',
    steps: each(call('listRules'), ({ id }) => call('listRuleAlerts', { id }), 2),
    script: eachScript(
      'listRules',
      'tools.erp_listRuleAlerts({ id: item.id })',
      'all.map(({ total }) => total)',
    ),
  },
  {
    name: '40 reminders, of 300 rows',
    steps: [
      ...pages,
      ...inTurns((results) => {
        const rows = results.slice(0, 6).flatMap((one) => one['rows'] as Row[]);
        const low = rows
          .toSorted((a, b) => Number(a['quantity']) - Number(b['quantity']))
          .slice(0, 40);
        return low.map(({ id }) =>
          call('createRule', { body: reminder(`Reminder ${String(id)}`) }),
        );
      }, 3),
    ],
    script: `${config}${REMINDER}${paging}
const low = rows.sort((a, b) => a.quantity - b.quantity).slice(0, 40);
for (const { id } of low) await tools.erp_createRule({ body: reminder('Reminder ' + id) });
return low.length;`,
  },
  {
    name: 'delete all rules',
    steps: each(call('listRules'), ({ id }) => call('deleteRule', { id }), 2),
    script: eachScript('listRules', 'tools.erp_deleteRule({ id: item.id })', 'all.length'),
  },
  {
    name: '15 rules, and each switched on by its ref',
    steps: inTurns(
      () =>
        Array.from({ length: 15 }, (_, at) => [
          call('createRule', { body: reminder(`Rule ${at}`) }),
          call('updateRule', {
            id: `{{change_${2 * at + 1}.id}}`,
            body: { ...reminder(`Rule ${at}`), is_active: true },
          }),
        ]).flat(),
      2,
    ),
    script: `${REMINDER}for (let at = 0; at < 15; at += 1) {
  const made = await tools.erp_createRule({ body: reminder('Rule ' + at) });
  await tools.erp_updateRule({ id: '{{' + made.ref + '.id}}', body: { ...reminder('Rule ' + at), is_active: true } });
}
return 'done';`,
  },
];

const tokens = (value: unknown): number => Math.ceil(JSON.stringify(value).length / 4);

/** Plays a task by single calls or by its script; remembers what it cost. */
class Player implements LlmProvider {
  readonly name = 'scripted';
  readonly model = 'scripted';
  task: Task | undefined;
  inScripts = false;
  turns = 0;
  input = 0;
  output = 0;

  begin(task: Task, inScripts: boolean): void {
    Object.assign(this, { task, inScripts, turns: 0, input: 0, output: 0 });
  }

  async *streamChat({ system, messages, tools }: LlmRequest): AsyncGenerator<LlmEvent> {
    const usage = { inputTokens: tokens([system, messages, tools]), outputTokens: 0 };
    const results = messages.flatMap((one) =>
      one.role === 'tool' ? [parseJson(one.content) as Row] : [],
    );
    const calls = this.next(results);
    usage.outputTokens = tokens(calls);
    this.turns += 1;
    this.input += usage.inputTokens;
    this.output += usage.outputTokens;
    for (const [at, one] of calls.entries())
      yield { type: 'tool_call', call: { id: `c${this.turns}_${at}`, ...one } };
    if (calls.length === 0) yield { type: 'text', text: 'It is done.' };
    yield { type: 'done', finishReason: 'stop', usage };
  }

  private next(results: readonly Row[]): Call[] {
    const { script = '', steps = [] } = this.task ?? {};
    if (!this.inScripts) return steps[this.turns]?.(results) ?? [];
    return this.turns === 0 ? [{ name: 'run_script', arguments: { script } }] : [];
  }
}

const db = await openTestDatabase('platform');
const erp = await createApp(ErpModule.register(db), silentLogger);
let requests = 0;
erp
  .getHttpAdapter()
  .getInstance()
  .addHook('onRequest', async () => void (requests += 1));
await erp.listen(0, '127.0.0.1');
const document = JSON.parse(
  readFileSync(new URL('../samples/erp/openapi.json', import.meta.url), 'utf8'),
) as object;

const rows: string[][] = [];
const sums = { single: [0, 0, 0], script: [0, 0, 0] };
for (const task of tasks) {
  const single = await measure(task, false);
  const script = await measure(task, true);
  for (const [at, key] of (['turns', 'tokens', 'requests'] as const).entries()) {
    sums.single[at] = (sums.single[at] ?? 0) + single[key];
    sums.script[at] = (sums.script[at] ?? 0) + script[key];
  }
  const pair = (key: 'turns' | 'tokens' | 'requests') => `${single[key]} → ${script[key]}`;
  if (single.previews !== script.previews)
    throw new Error(`${task.name}: ${single.previews} and ${script.previews} changes`);
  rows.push([
    task.name,
    pair('turns'),
    pair('tokens'),
    pair('requests'),
    `${script.previews}`,
    `${script.ms}`,
  ]);
}
const all = [0, 1, 2].map((at) => `${sums.single[at]} → ${sums.script[at]}`);
rows.push(['all', ...all, '', '']);
await erp.close();
publish(
  'code-mode',
  `# Ten tasks with loops, by single calls and by one script

\`npm run bench:code-mode\`; ${measuredOn()}. A scripted model that makes no mistake, over the sample ERP as a backend of its
own; an answer by single calls holds up to 16, and what it calls is among its core tools. A token is four characters of what the model is sent and answers, in all turns.
Both propose the same changes, and nothing is applied. The last column is the time of a run with the script.

${table(['task', 'turns', 'tokens', 'requests to the backend', 'changes', 'ms'], rows)}
`,
  {},
);
process.exit(0);

async function measure(task: Task, inScripts: boolean) {
  const player = new Player();
  const server = await startTestServer({
    llm: player,
    files: {
      'erp.json': document,
      'sextant.yaml': {
        sources: {
          erp: {
            openapi: './erp.json',
            base_url: await erp.getUrl(),
            reads: ['POST /v1/data/configs/query'],
          },
        },
        agents: {
          erp: {
            title: 'ERP',
            description: 'The ERP.',
            sources: ['erp'],
            core_tools: [
              ...new Set([
                'queryTableConfig',
                'listUsers',
                'listSchemas',
                'listTables',
                'listRules',
                'getRule',
                'listTableConfigs',
                'getTableConfig',
                'listRuleAlerts',
                'createRule',
                'updateRule',
                'deleteRule',
              ]),
            ].map((name) => `erp_${name}`),
            run_script: inScripts,
          },
        },
        default_agent: 'erp',
      },
    },
    env: { EMBEDDER: 'local' },
  });
  player.begin(task, inScripts);
  requests = 0;
  const started = performance.now();
  const events = await server.chat({ message: task.name, context_type: 'erp' });
  const ms = Math.round(performance.now() - started);
  await server.close();
  const failed = events.find(
    ({ event, data }) =>
      event === 'error' ||
      (event === 'tool_call_result' && (data as { is_error?: boolean }).is_error),
  );
  if (failed !== undefined)
    throw new Error(`${task.name}: ${JSON.stringify(failed.data).slice(0, 600)}`);
  const previews = events.filter(({ event }) => String(event) === 'change_preview').length;
  return { turns: player.turns, tokens: player.input + player.output, requests, previews, ms };
}
