import { useFolder } from '../../../../test/support/embedded-template.js';
import { thrownBy } from '../../../../test/support/refused.js';
import { execFileSync } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { AppError } from '../../../foundation/errors.js';
import { holds } from '../../../../test/support/property.js';
import { cpuGrowth, cpuMs } from '../../../../test/support/cpu-growth.js';
import { configFileSchema } from './config-file.schema.js';
import { findConfigFile, readConfigFile } from './read-config-file.js';

const folder = useFolder();
beforeAll(() => {
  writeFileSync(join(folder.path, 'flags.md'), 'Be brief.\n');
  execFileSync('mkfifo', [join(folder.path, 'pipe.md')]);
  symlinkSync('/dev/zero', join(folder.path, 'device.md'));
});

const env = { FLAGS_KEY: ' s3cret ', FLAGS_TOKEN: 'tok' };

function read(text: string) {
  const path = join(folder.path, 'sextant.yaml');
  writeFileSync(path, text);
  return readConfigFile(path, env);
}

const refusal = (text: string) => thrownBy(() => read(text));

const WHOLE = `
sample: false
default_agent: flags
sources:
  flags:
    openapi: ./flags.yaml
    base_url: https://flags.example.com/
    auth: { header: X-Api-Key, env: FLAGS_KEY }
    include: ["tag:Flags", "GET /api/**", "createFlag"]
    exclude: ["DELETE **"]
    reads: ["searchFlags"]
    refuse: ["deleteProject"]
    refresh_s: 60
    envelope: { getFlag: none, "* /api/**": data, "* /**": /result/item }
    conventions: { patch: merge, idempotency_header: Request-Key, dry_run: { parameter: dry, value: 'yes' } }
    links: { "/flags/{id}": "https://flags.example.com/ui/{id}" }
    examples: ./flags.examples.jsonl
  files:
    mcp: { command: npx, args: ["-y", "server", "./docs"], env: { A: b } }
    reads: ["read_*"]
    trust_hints: true
  remote:
    mcp: { url: "https://mcp.example.com/mcp", headers: { X-Key: "k-\${FLAGS_KEY}" } }
    dry_runs: { edit: { dryRun: true } }
agents:
  flags:
    title: Feature flags
    description: Finds flags.
    sources: [flags]
    core_tools: [flags_listProjects]
    instructions: ./flags.md
    examples: ["Which flags are stale?"]
    context: { project_id: { fills: [projectId] } }
    max_turns: 20
    run_script: true
plugins: ["./my-plugin.mjs", "some-package"]
plugin_settings: { my-plugin: { url: https://tickets.example.com } }
`;

const none = { rules: [], limits: {} };
const quiet = { exclude: [], refuse: [], links: {} };

test('a whole file: paths are relative to it, secrets come from the environment', () => {
  const key = { in: 'header', name: 'x-api-key', value: 's3cret' };
  const dryRun = { parameter: 'dry', value: 'yes' };
  const program = { command: 'npx', args: ['-y', 'server', './docs'], env: { A: 'b' } };
  expect(read(WHOLE)).toEqual({
    path: join(folder.path, 'sextant.yaml'),
    sample: false,
    defaultAgent: 'flags',
    sources: [
      {
        id: 'flags',
        kind: 'openapi',
        document: { file: join(folder.path, 'flags.yaml') },
        baseUrl: 'https://flags.example.com',
        auth: { kind: 'secrets', credentials: [key] },
        patterns: {
          include: ['tag:Flags', 'GET /api/**', 'createFlag'],
          exclude: ['DELETE **'],
          reads: ['searchFlags'],
          refuse: ['deleteProject'],
        },
        policies: none,
        refreshMs: 60_000,
        conventions: { patch: 'merge', idempotencyHeader: 'Request-Key', dryRun },
        envelopes: [
          { pattern: 'getFlag', at: '' },
          { pattern: '* /api/**', at: '/data' },
          { pattern: '* /**', at: '/result/item' },
        ],
        links: { '/flags/{id}': 'https://flags.example.com/ui/{id}' },
        examplesFile: join(folder.path, 'flags.examples.jsonl'),
      },
      {
        id: 'files',
        kind: 'mcp',
        server: { ...program, cwd: folder.path },
        patterns: { ...quiet, reads: ['read_*'], trustHints: true },
        policies: none,
        elicitation: false,
      },
      {
        id: 'remote',
        kind: 'mcp',
        server: { url: 'https://mcp.example.com/mcp', headers: { 'X-Key': 'k-s3cret' } },
        oauth: { hosts: [] },
        patterns: { ...quiet, reads: [], dryRuns: { edit: { dryRun: true } } },
        policies: none,
        elicitation: false,
      },
    ],
    agents: [
      {
        contextType: 'flags',
        title: 'Feature flags',
        description: 'Finds flags.',
        sources: ['flags'],
        coreTools: ['flags_listProjects'],
        instructions: 'Be brief.',
        instructionsFile: join(folder.path, 'flags.md'),
        examples: ['Which flags are stale?'],
        context: { project_id: ['projectId'] },
        maxTurns: 20,
        runScript: true,
      },
    ],
    plugins: [join(folder.path, 'my-plugin.mjs'), 'some-package'],
    pluginSettings: { 'my-plugin': { url: 'https://tickets.example.com' } },
  });
});

test("policies and limits of plugins' kinds of change", () => {
  const { pluginChanges } = read(`plugin_changes:
  policies:
    - { for: [workflow_preview], when: { payload.entity: "sales.*" }, approver: lead }
    - { for: [table_*], policy: refuse }
  limits: { changes: 5 }
`);
  const when = { 'payload.entity': ['sales.*'] };
  expect(pluginChanges).toEqual({
    rules: [
      { patterns: ['workflow_preview'], when, decision: { policy: 'approver', role: 'lead' } },
      { patterns: ['table_*'], when: {}, decision: { policy: 'refuse' } },
    ],
    limits: { changes: 5 },
  });
});

test('policies and limits of a source', () => {
  const { sources } = read(`sources:
  flags:
    openapi: x
    base_url: https://x.example
    policies:
      - { for: ["DELETE **", "tag:Admin"], policy: refuse, reason: Ask the desk. }
      - { when: { body.env: [live, test], path.project: "prod-*" }, approver: release-manager }
      - { for: [createNote], roles: [bot], policy: direct }
    limits: { changes: 20, deletes: 2 }
  files:
    mcp: { command: x }
    policies: [{ for: ["write_*"], when: { arguments.path: "/etc/*" }, policy: refuse }]
    limits: { changes: 3 }
`);
  const refuse = { policy: 'refuse', reason: 'Ask the desk.' };
  const release = { policy: 'approver', role: 'release-manager' };
  const live = { 'body.env': ['live', 'test'], 'path.project': ['prod-*'] };
  const etc = { 'arguments.path': ['/etc/*'] };
  expect(sources.map(({ policies }) => policies)).toEqual([
    {
      rules: [
        { patterns: ['DELETE **', 'tag:Admin'], when: {}, decision: refuse },
        { when: live, decision: release },
        { patterns: ['createNote'], roles: ['bot'], when: {}, decision: { policy: 'direct' } },
      ],
      limits: { changes: 20, deletes: 2 },
    },
    {
      rules: [{ patterns: ['write_*'], when: etc, decision: { policy: 'refuse' } }],
      limits: { changes: 3 },
    },
  ]);
});

test('an empty file is one that serves nothing of its own', () =>
  expect(read('')).toMatchObject({ sample: false, defaultAgent: 'auto', sources: [], agents: [] }));

type Authorized = { auth: { kind: string; credentials?: Record<string, string>[] } };
const APP_ID = 'header x-app-id s3cret';
test.each([
  ['{ forward: authorization }', 'forward', []],
  ['{ bearer_env: FLAGS_TOKEN }', 'secrets', ['header authorization Bearer tok']],
  ['none', 'none', []],
  [
    '[{ header: X-App-Id, env: FLAGS_KEY }, { query: api_key, env: FLAGS_TOKEN }, { cookie: sid, env: FLAGS_KEY }, { body: token, env: FLAGS_KEY }]',
    'secrets',
    [APP_ID, 'query api_key tok', 'cookie sid s3cret', 'body token s3cret'],
  ],
  ['[{ forward: authorization }, { header: X-App-Id, env: FLAGS_KEY }]', 'forward', [APP_ID]],
])('auth: %s', (auth, kind, set) => {
  const [{ auth: given }] = read(source(`auth: ${auth}`)).sources as unknown as [Authorized];
  expect(given.kind).toBe(kind);
  expect(
    (given.credentials ?? []).map(({ in: place, name, value }) => `${place} ${name} ${value}`),
  ).toEqual(set);
});

const source = (lines: string) =>
  `sources:\n  flags:\n    openapi: ./f.yaml\n    base_url: https://x.example\n    ${lines}\n`;
const sourceA = (...lines: string[]) => `sources:\n  a:\n    ${lines.join('\n    ')}\n`;
const agent = (...lines: string[]) => `agents:\n  a:\n    title: A\n    ${lines.join('\n    ')}\n`;

const AT = 'https://x.example';
const fills = (key: string) => `context: { ${key}: { fills: [id] } }`;
const filled = `${agent('sources: [b]', fills('x'))}  c:\n    title: C\n    sources: [b]\n    ${fills('y')}\n`;
const mcp = (more: string, ...lines: string[]) => sourceA(`mcp: { url: "${AT}"${more} }`, ...lines);
test.each<[string, string, RegExp]>([
  ['two sign-ins', mcp(', headers: { Authorization: b }, oauth: {}'), /oauth has no use beside/],
  ['a link of no tool', mcp('', `links: { /o: "${AT}" }`), /name of a tool/],
  ['a script as its link', mcp('', 'links: { get: "javascript:1" }'), /links\.get must be a URL/],
  ['a secret alone', mcp(', oauth: { client_secret: b }'), /client_id/],
  ['YAML', 'sources:\n  a: [1\nagents: {}\n', /sextant\.yaml:\d .*/],
  ['a key twice', 'sample: true\nsample: false\n', /sextant\.yaml:2 .*unique/i],
  ['an unknown key', 'sample: true\nsource: {}\n', /:2: source is no key here; valid are sample/],
  ['a missing key', sourceA('openapi: x'), /sextant\.yaml:2: sources\.a\.base_url is missing/],
  ['no kind of source', sourceA('path: x'), /:2: sources\.a must have openapi \(a document\)/],
  ['a bad id', 'sources: { Flags-1: {} }', /:1: sources\.Flags-1 is no valid id: a lower-case/],
  ['a type', 'sample: "yes"\n', /:1: sample must be of type boolean/],
  ['no variable', sourceA('mcp: { command: x, env: { K: "${GONE}" } }'), /:3: .*env\.K .*GONE/],
  ['plain http', sourceA('openapi: http://x.example/a', `base_url: ${AT}`), /:3: .*a path or an/],
  ['no base URL', sourceA('openapi: x', 'base_url: x'), /:4: sources\.a\.base_url must be a URL/],
  ['an agent of no source', agent(), /:2: agents\.a\.sources is missing/],
  ['two keys for one argument', filled, /:9: .*\.c\.context\.y fills .* already \(b: id from x\)/],
  ['no instructions', agent('sources: [b]', 'instructions: ./gone.md'), /:5: .*a file that/],
  ['no agent by default', 'default_agent: x\n', /:1: default_agent is no agent; valid are auto/],
  ['a list instead of the file', '- a\n', /:1 must be of type object/],
])('a mistake is told with file, line, key and what is valid: %s', (_name, text, message) => {
  const error = refusal(text);
  expect(error).toMatchObject({ code: 'config_error', message: expect.stringMatching(message) });
});

test.each<[string, RegExp]>([
  [`links: { order: "${AT}" }`, /:5: .*links\.order is no path/],
  ['links: { /o: "javascript:1" }', /must be a URL that begins/],
  ['links: { "/o/{id}": "https://{id}.x" }', /a host/],
  [`links: { "/o/{id}": "${AT}/{no}" }`, /o\/\{id\} names \{no\}, but the path has \{id\}/],
  ['baseurl: x', /:5: sources\.flags\.baseurl is no key here; valid are openapi, base_url/],
  ['include: x', /:5: sources\.flags\.include must be of type array/],
  ['auth: { token: abc }', /:5: sources\.flags\.auth must be none, \{ forward: authorization \}/],
  ['auth: { forward: authorization, env: A }', /sources\.flags\.auth/],
  ['auth: [{ forward: authorization }, { bearer_env: FLAGS_TOKEN }]', /:5: .*auth either/],
  ['auth: [{ query: k, env: FLAGS_KEY }, { query: k, env: FLAGS_TOKEN }]', /:5: .*1 sets the/],
  ['auth: { bearer_env: GONE }', /:5: .*bearer_env names the environment variable GONE, which/],
  ['refresh_s: -1', /:5: sources\.flags\.refresh_s must be >= 0/],
  ['policies: [{ for: [a] }]', /:5: .*policies\.0 must have either policy \(preview, refuse/],
  ['policies: [{ policy: refuse, approver: lead }]', /:5: .* must have either policy/],
  ['policies: [{ policy: allow }]', /:5: .*policies\.0\.policy must be equal to one/],
  ['policies:\n      - policy: direct\n        unless: x', /:7: .*\.0\.unless is no key here/],
  ['policies: [{ policy: refuse, when: { arguments.env: live } }]', /:5: .*env is no place/],
  ['policies: [{ policy: refuse, when: { env: live } }]', /:5: .*when\.env is no valid id/],
  ['policies: [{ policy: direct, reason: x }]', /:5: .*reason is told only where policy/],
])('a mistake is told with file, line, key and what is valid of a source: %s', (line, message) =>
  expect(refusal(source(line)).message).toMatch(message),
);

test.each<[string, RegExp]>([
  ['{ policy: direct }', /:3: plugin_changes\.policies\.0\.policy cannot be direct here: .*draft/],
  ['{ policy: refuse, when: { body.name: x } }', /:3: .*body\.name is no valid id: .*payload\./],
  ['{ for: [workflow_preview] }', /:3: .* must have either policy/],
])(
  "a mistake is told with file, line, key and what is valid: policies of plugins' kinds: %s",
  (line, message) =>
    expect(refusal(`plugin_changes:\n  policies:\n    - ${line}\n`).message).toMatch(message),
);

test('a mistake is told with file, line, key and what is valid: all of them at once', () =>
  expect(refusal('sample: 1\ndefault_agent: 2\nplugin: 3\n').details).toHaveLength(3));

test('a mistake is told with file, line, key and what is valid: a password in a URL is not repeated', () => {
  const secret = 'https://u:hunter2@x.example';
  const error = refusal(sourceA(`openapi: ${secret}/a`, `base_url: ${secret}`));
  expect(error.message).not.toContain('hunter2');
  expect(error.details).toHaveLength(2);
});

test('property: any text is a config or a sentence with the name of the file', async () => {
  const pieces = 'sources:|  flags:|    openapi: x|- a|{|&a|*a|agents: {a: {}}|? x|"|\t|a: true';
  await holds(
    [
      fc.oneof(
        fc.string(),
        fc.array(fc.constantFrom(...pieces.split('|'))).map((some) => some.join('\n')),
      ),
    ],
    (text) => {
      try {
        expect(read(text).path).toContain('sextant.yaml');
      } catch (error) {
        expect((error as AppError).code).toBe('config_error');
        expect((error as AppError).message).toContain('sextant.yaml:');
      }
    },
  );
});

const lines = (count: number, line: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => `${line(at)}\n`).join('');
test.each<[string, (count: number) => string]>([
  ['unknown keys', (count) => lines(count, (at) => `k${at}: 1`)],
  ['sources of no kind', (count) => `sources:\n${lines(count, (at) => `  s${at}: {}`)}`],
  ['equal keys', (count) => lines(count, () => 'sample: true')],
])('%s cost no more than they are many, and the first of them are told', async (_what, text) => {
  expect(await cpuGrowth((size) => refusal(text(size)), 400)).toBeLessThan(24);
  const { message, details } = refusal(text(400));
  expect(details).toHaveLength(50);
  expect(message).toMatch(/and \d+ more\.$/);
});

test.each<[string, string]>([
  ['of lines', 'x: 1\n'.repeat(200_000)],
  ['of values', `plugins: [${'a,'.repeat(480_000)}]`],
])(
  '1 MB %s keeps the users of a running server waiting for no longer than usual',
  async (_what, text) => {
    read('');
    const path = join(folder.path, 'sextant.yaml');
    writeFileSync(path, text);
    // To parse it takes a second and more.
    const cost = await cpuMs(() => {
      expect(() => readConfigFile(path, {}, { isRunning: true })).toThrow(/start the server again/);
    });
    expect(cost).toBeLessThan(250);
  },
);

test.each(['instructions: ./pipe.md', 'instructions: ./device.md'])(
  '%s is refused and not read',
  (line) => {
    const text = `agents: { a: { title: A, sources: [knowledge], ${line} } }`;
    expect(refusal(text).message).toMatch(/cannot be read: it is no regular file/);
  },
);

test('where the file is looked for', () => {
  read('');
  expect(findConfigFile({}, folder.path)).toBe(join(folder.path, 'sextant.yaml'));
  expect(findConfigFile({}, join(folder.path, 'nothing-here'))).toBeUndefined();
  const [other, gone] = ['other.yaml', 'gone.yaml'].map((name) => join(folder.path, name));
  expect(findConfigFile({ SEXTANT_CONFIG: 'other.yaml' }, folder.path)).toBe(other);
  expect(() => readConfigFile(gone!, {})).toThrow(/gone\.yaml cannot be read: ENOENT/);
});

test('the published schema is this one', () => {
  const published = new URL('../../../../docs/sextant.schema.json', import.meta.url);
  expect(JSON.parse(readFileSync(published, 'utf8'))).toEqual(configFileSchema);
});
