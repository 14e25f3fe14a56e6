import { beforeAll, describe, expect, test } from '@jest/globals';
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
        auth: {
          kind: 'secrets',
          credentials: [{ in: 'header', name: 'x-api-key', value: 's3cret' }],
        },
        patterns: {
          include: ['tag:Flags', 'GET /api/**', 'createFlag'],
          exclude: ['DELETE **'],
          reads: ['searchFlags'],
          refuse: ['deleteProject'],
        },
        policies: none,
        refreshMs: 60_000,
        conventions: {
          patch: 'merge',
          idempotencyHeader: 'Request-Key',
          dryRun: { parameter: 'dry', value: 'yes' },
        },
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
        server: {
          command: 'npx',
          args: ['-y', 'server', './docs'],
          env: { A: 'b' },
          cwd: folder.path,
        },
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
  const lead = { policy: 'approver', role: 'lead' };
  expect(pluginChanges).toEqual({
    rules: [
      { patterns: ['workflow_preview'], when, decision: lead },
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

test('an empty file is one that serves nothing of its own', () => {
  expect(read('')).toMatchObject({ sample: false, defaultAgent: 'auto', sources: [], agents: [] });
});

test.each([
  ['{ forward: authorization }', 'forward', []],
  ['{ bearer_env: FLAGS_TOKEN }', 'secrets', ['header authorization Bearer tok']],
  ['none', 'none', []],
  [
    '[{ header: X-App-Id, env: FLAGS_KEY }, { query: api_key, env: FLAGS_TOKEN }, { cookie: sid, env: FLAGS_KEY }, { body: token, env: FLAGS_KEY }]',
    'secrets',
    ['header x-app-id s3cret', 'query api_key tok', 'cookie sid s3cret', 'body token s3cret'],
  ],
  [
    '[{ forward: authorization }, { header: X-App-Id, env: FLAGS_KEY }]',
    'forward',
    ['header x-app-id s3cret'],
  ],
])('auth: %s', (auth, kind, set) => {
  const { sources } = read(
    `sources:\n  a:\n    openapi: x\n    base_url: https://x.example\n    auth: ${auth}\n`,
  );
  const [only] = sources as unknown as {
    auth: { kind: string; credentials: Record<string, string>[] };
  }[];
  expect(only?.auth.kind).toBe(kind);
  const credentials = only?.auth.credentials ?? [];
  expect(credentials.map(({ in: place, name, value }) => `${place} ${name} ${value}`)).toEqual(set);
});

const source = (lines: string) =>
  `sources:\n  flags:\n    openapi: ./f.yaml\n    base_url: https://x.example\n    ${lines}\n`;
const sourceA = (...lines: string[]) => `sources:\n  a:\n    ${lines.join('\n    ')}\n`;
const agent = (...lines: string[]) => `agents:\n  a:\n    title: A\n    ${lines.join('\n    ')}\n`;

describe('a mistake is told with file, line, key and what is valid', () => {
  const AT = 'https://x.example';
  const fills = (key: string) => `context: { ${key}: { fills: [id] } }`;
  const filled = `${agent('sources: [b]', fills('x'))}  c:\n    title: C\n    sources: [b]\n    ${fills('y')}\n`;
  test.each<[string, string, RegExp]>([
    [
      'a sign-in beside an authorization header',
      sourceA(`mcp: { url: "${AT}", headers: { Authorization: b }, oauth: {} }`),
      /sources\.a\.mcp\.oauth has no use beside an authorization header/,
    ],
    ['a link of no path', source(`links: { order: "${AT}" }`), /:5: .*links\.order is no path/],
    [
      'a link of no tool',
      sourceA(`mcp: { url: "${AT}" }`, `links: { /o: "${AT}" }`),
      /name of a tool/,
    ],
    [
      'a script as link of a tool',
      sourceA(`mcp: { url: "${AT}" }`, 'links: { get: "javascript:1" }'),
      /links\.get must be a URL that begins/,
    ],
    ['a link to a script', source('links: { /o: "javascript:1" }'), /must be a URL that begins/],
    ['a host of its own', source('links: { "/o/{id}": "https://{id}.x" }'), /a host/],
    [
      'a parameter that the path has not',
      source(`links: { "/o/{id}": "${AT}/{no}" }`),
      /links\.\/o\/\{id\} names \{no\}, but the path has \{id\}/,
    ],
    ['a secret alone', sourceA(`mcp: { url: "${AT}", oauth: { client_secret: b } }`), /client_id/],
    ['YAML', 'sources:\n  a: [1\nagents: {}\n', /sextant\.yaml:\d .*/],
    ['a key twice', 'sample: true\nsample: false\n', /sextant\.yaml:2 .*unique/i],
    [
      'an unknown key',
      'sample: true\nsource: {}\n',
      /sextant\.yaml:2: source is no key here; valid are sample, default_agent, sources/,
    ],
    [
      'an unknown key inside',
      source('baseurl: x'),
      /sextant\.yaml:5: sources\.flags\.baseurl is no key here; valid are openapi, base_url/,
    ],
    ['a missing key', sourceA('openapi: x'), /sextant\.yaml:2: sources\.a\.base_url is missing/],
    [
      'no kind of source',
      sourceA('path: x'),
      /:2: sources\.a must have openapi \(a document\) or mcp/,
    ],
    [
      'a bad id',
      'sources: { Flags-1: {} }',
      /:1: sources\.Flags-1 is no valid id: a lower-case letter/,
    ],
    ['a type', 'sample: "yes"\n', /:1: sample must be of type boolean/],
    [
      'a text for a list',
      source('include: x'),
      /:5: sources\.flags\.include must be of type array/,
    ],
    [
      'auth of another form',
      source('auth: { token: abc }'),
      /:5: sources\.flags\.auth must be none, \{ forward: authorization \}/,
    ],
    [
      'two kinds of auth',
      source('auth: { forward: authorization, env: A }'),
      /sources\.flags\.auth/,
    ],
    [
      'the token of the user and one of the server',
      source('auth: [{ forward: authorization }, { bearer_env: FLAGS_TOKEN }]'),
      /:5: sources\.flags\.auth either forwards the token of the user or sets one of the server/,
    ],
    [
      'one place twice',
      source('auth: [{ query: k, env: FLAGS_KEY }, { query: k, env: FLAGS_TOKEN }]'),
      /:5: sources\.flags\.auth\.1 sets the query k a second time/,
    ],
    [
      'a variable that is not set',
      source('auth: { bearer_env: GONE }'),
      /:5: sources\.flags\.auth\.bearer_env names the environment variable GONE, which is not set/,
    ],
    [
      'a variable of an MCP server that is not set',
      sourceA('mcp: { command: x, env: { KEY: "${GONE}" } }'),
      /:3: sources\.a\.mcp\.env\.KEY names the environment variable GONE, which is not set/,
    ],
    ['a negative number', source('refresh_s: -1'), /:5: sources\.flags\.refresh_s must be >= 0/],
    [
      'plain http',
      sourceA('openapi: http://x.example/a.json', `base_url: ${AT}`),
      /:3: sources\.a\.openapi must be a path or an https URL/,
    ],
    ['no base URL', sourceA('openapi: x', 'base_url: x'), /:4: sources\.a\.base_url must be a URL/],
    ['an agent of no source', agent(), /:2: agents\.a\.sources is missing/],
    [
      'two keys that fill one argument',
      filled,
      /:9: agents\.c\.context\.y fills an argument that another key fills already \(b: id from x\)/,
    ],
    [
      'instructions that are gone',
      agent('sources: [b]', 'instructions: ./gone.md'),
      /:5: agents\.a\.instructions is a file that cannot be read/,
    ],
    ['no agent by default', 'default_agent: x\n', /:1: default_agent is no agent; valid are auto/],
    ['a list instead of the file', '- a\n', /:1 must be of type object/],
  ])('%s', (_name, text, message) => {
    const error = refusal(text);
    expect(error.code).toBe('config_error');
    expect(error.message).toMatch(message);
  });

  test.each<[string, string, RegExp]>([
    [
      'neither policy nor approver',
      '{ for: ["DELETE **"] }',
      /:6: sources\.flags\.policies\.0 must have either policy \(preview, refuse or direct\) or approver/,
    ],
    ['both', '{ policy: refuse, approver: lead }', /:6: .* must have either policy/],
    ['another policy', '{ policy: allow }', /:6: .*policies\.0\.policy must be equal to one/],
    [
      'an unknown key',
      'policy: direct\n        unless: x',
      /:7: .*policies\.0\.unless is no key here; valid are for, when, roles, policy, approver, reason/,
    ],
    [
      'a place that a request does not have',
      '{ policy: refuse, when: { arguments.env: live } }',
      /:6: .*when\.arguments\.env is no place of a change here: it has to begin with path\., query\. or body\./,
    ],
    [
      'a place of its own',
      '{ policy: refuse, when: { env: live } }',
      /:6: .*when\.env is no valid id: begins with path\./,
    ],
    [
      'a reason that nobody is told',
      '{ policy: direct, reason: x }',
      /:6: .*reason is told only where policy is refuse/,
    ],
  ])('policies: %s', (_name, rule, message) => {
    expect(refusal(source(`policies:\n      - ${rule}`)).message).toMatch(message);
  });

  test.each<[string, RegExp]>([
    [
      '{ policy: direct }',
      /:3: plugin_changes\.policies\.0\.policy cannot be direct here: .*draft/,
    ],
    [
      '{ policy: refuse, when: { body.name: x } }',
      /:3: .*when\.body\.name is no valid id: .*payload\./,
    ],
    ['{ for: [workflow_preview] }', /:3: .* must have either policy/],
  ])("policies of plugins' kinds: %s", (line, message) => {
    const text = `plugin_changes:\n  policies:\n    - ${line}\n`;
    expect(refusal(text).message).toMatch(message);
  });

  test('all of them at once', () => {
    expect(refusal('sample: 1\ndefault_agent: 2\nplugin: 3\n').details).toHaveLength(3);
  });

  test('a password in a URL is not repeated', () => {
    const text =
      'sources:\n  a:\n    openapi: https://u:hunter2@x.example/a\n    base_url: https://u:hunter2@x.example\n';
    expect(refusal(text).message).not.toContain('hunter2');
    expect(refusal(text).details).toHaveLength(2);
  });
});

test('property: any text is a config or a sentence with the name of the file', async () => {
  const piece = fc.constantFrom(
    'sources:',
    '  flags:',
    '    openapi: x',
    '- a',
    '{',
    '&a',
    '*a',
    'agents: {a: {}}',
    '? x',
    '"',
    '\t',
    'sample: true',
    ': :',
  );
  const texts = fc.oneof(
    fc.string(),
    fc.array(piece).map((lines) => lines.join('\n')),
  );
  await holds([texts], (text) => {
    try {
      expect(read(text).path).toContain('sextant.yaml');
    } catch (error) {
      expect((error as AppError).code).toBe('config_error');
      expect((error as AppError).message).toContain('sextant.yaml:');
    }
  });
});

test.each<[string, (count: number) => string]>([
  ['unknown keys', (count) => Array.from({ length: count }, (_, at) => `k${at}: 1`).join('\n')],
  [
    'sources of no kind',
    (count) => `sources:\n${Array.from({ length: count }, (_, at) => `  s${at}: {}`).join('\n')}`,
  ],
  ['equal keys', (count) => 'sample: true\n'.repeat(count)],
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
  expect(findConfigFile({ SEXTANT_CONFIG: 'other.yaml' }, folder.path)).toBe(
    join(folder.path, 'other.yaml'),
  );
  expect(() => readConfigFile(join(folder.path, 'gone.yaml'), {})).toThrow(
    /gone\.yaml cannot be read: ENOENT/,
  );
});

test('the published schema is this one', () => {
  const published = new URL('../../../../docs/sextant.schema.json', import.meta.url);
  expect(JSON.parse(readFileSync(published, 'utf8'))).toEqual(configFileSchema);
});
