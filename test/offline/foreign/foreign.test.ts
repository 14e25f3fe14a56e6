import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Tool } from '../../../src/agenttools/tool.js';
import { tool } from '../../support/loop.js';
import { openProduct, toolsOf, type Answers, type Product } from './foreign.js';

// Two documents that the model has never seen, and requests in plain words.

const toggles: Answers = {
  toggles_getProjects: {
    projects: [
      { id: 'default', name: 'Default', featureCount: 2 },
      { id: 'shop', name: 'Web shop', featureCount: 2 },
    ],
  },
  toggles_getAllEnvironments: {
    environments: [
      { name: 'development', enabled: true },
      { name: 'production', enabled: true },
    ],
  },
  toggles_getFeatures: {
    features: [
      { name: 'new-checkout', type: 'release', stale: false },
      { name: 'dark-mode', type: 'experiment', stale: true },
    ],
  },
  toggles_getFeature: { name: 'dark-mode', type: 'experiment', stale: true, project: 'shop' },
};

const tracker: Answers = {
  tracker_listProjects: [
    { id: 7, name: 'Website', key: 'WEB' },
    { id: 9, name: 'Mobile app', key: 'APP' },
  ],
  tracker_listUsers: [{ id: 1, name: 'Ada Byron' }],
  tracker_listIssues: {
    total: 2,
    issues: [
      { key: 'WEB-12', title: 'Login fails on Safari', state: 'open', priority: 'high' },
      { key: 'WEB-15', title: 'Typo on the start page', state: 'open', priority: 'low' },
    ],
  },
  tracker_getIssue: { key: 'WEB-12', title: 'Login fails on Safari', state: 'open', comments: [] },
};

type Wanted = [string, string, Record<string, unknown> | undefined, RegExp];

describe.each<[string, Answers, Wanted[]]>([
  [
    'toggles',
    toggles,
    [
      ['which projects are there?', 'getProjects', {}, /Default[^]*Web shop/],
      ['show me the environments', 'getAllEnvironments', {}, /development[^]*production/],
      [
        'list the features of the project Web shop',
        'getFeatures',
        { projectId: 'shop' },
        /dark-mode/,
      ],
      [
        'which features does the Web shop have?',
        'getFeatures',
        { projectId: 'shop' },
        /new-checkout/,
      ],
      [
        'show the feature dark-mode of the project Web shop',
        'getFeature',
        { projectId: 'shop', featureName: 'dark-mode' },
        /experiment/,
      ],
      [
        'create a release feature called "fast-search" in the project Web shop',
        'createFeature',
        { projectId: 'shop', body: { name: 'fast-search', type: 'release' } },
        /until you accept/,
      ],
      [
        'create a feature called "fast-search" in the project Web shop',
        '',
        undefined,
        /type.*release, experiment/,
      ],
      [
        'enable new-checkout in production in the Web shop',
        'toggleFeatureEnvironmentOn',
        { projectId: 'shop', featureName: 'new-checkout', environment: 'production' },
        /until you accept/,
      ],
      [
        'turn on new-checkout in production in the Web shop',
        'toggleFeatureEnvironmentOn',
        { projectId: 'shop', featureName: 'new-checkout', environment: 'production' },
        /until you accept/,
      ],
      [
        'turn new-checkout off in production in the Web shop',
        'toggleFeatureEnvironmentOff',
        { projectId: 'shop', featureName: 'new-checkout', environment: 'production' },
        /until you accept/,
      ],
      [
        'how many feature flags does the Web shop have?',
        'getFeatures',
        { projectId: 'shop' },
        /2 features/,
      ],
      [
        'disable the feature new-checkout in production, project Web shop',
        'toggleFeatureEnvironmentOff',
        { projectId: 'shop', featureName: 'new-checkout', environment: 'production' },
        /until you accept/,
      ],
      [
        'archive the feature dark-mode of the Web shop',
        'archiveFeature',
        { projectId: 'shop', featureName: 'dark-mode' },
        /until you accept/,
      ],
      [
        'archive the feature dark-mode of the Web shop next Friday',
        '',
        undefined,
        /next Friday|Friday/,
      ],
      [
        'enable every feature except dark-mode in production in the Web shop',
        '',
        undefined,
        /except/,
      ],
      ['archive the feature', '', undefined, /[Ww]hich/],
      ['what is the weather like?', '', undefined, /did not understand/],
    ],
  ],
  [
    'tracker',
    tracker,
    [
      ['which projects do we have?', 'listProjects', {}, /Website[^]*Mobile app/],
      ['who is in the workspace?', 'listUsers', {}, /Ada Byron/],
      [
        'list the open issues of the Website',
        'listIssues',
        { project_id: 7, state: 'open' },
        /Login fails/,
      ],
      [
        'show urgent issues of the Mobile app',
        'listIssues',
        { project_id: 9, priority: 'urgent' },
        /^Only those with priority “urgent”\.\n2 issues/,
      ],
      [
        'which issues does the Website have? a short list would do',
        'listIssues',
        { project_id: 7 },
        /WEB-12/,
      ],
      ['who is on WEB-12?', 'getIssue', { issue_key: 'WEB-12' }, /^Nothing of this says who\./],
      ['show WEB-12, and his number', 'getIssue', { issue_key: 'WEB-12' }, /“number”/],
      ['show me WEB-12', 'getIssue', { issue_key: 'WEB-12' }, /Login fails/],
      ['what is issue WEB-12 about?', 'getIssue', { issue_key: 'WEB-12' }, /Login fails/],
      [
        'create an issue called "Search is slow" with priority high in the project Website',
        'createIssue',
        { project_id: 7, body: { title: 'Search is slow', priority: 'high' } },
        /until you accept/,
      ],
      [
        'close WEB-12',
        'updateIssue',
        { issue_key: 'WEB-12', body: { state: 'closed' } },
        /until you accept/,
      ],
      [
        'set the priority of WEB-15 to urgent',
        'updateIssue',
        { issue_key: 'WEB-15', body: { priority: 'urgent' } },
        /until you accept/,
      ],
      [
        'comment on WEB-12: "Fixed in the next release"',
        'addComment',
        { issue_key: 'WEB-12', body: { text: 'Fixed in the next release' } },
        /until you accept/,
      ],
      ['create an issue in the project Website', '', undefined, /title/],
      ['close WEB-12 unless it is urgent', '', undefined, /unless/],
      ['close WEB-12 and WEB-15', '', undefined, /WEB-15|WEB-12/],
      ['assign WEB-12 to Ada Byron', '', undefined, /Ada Byron|assign/],
    ],
  ],
])('%s', (source, answers, wanted) => {
  let product: Product;
  beforeAll(async () => {
    product = openProduct(source, await toolsOf(source), answers);
  });
  afterAll(() => product.close());

  test.each(wanted)('%s', async (said, operation, args, says) => {
    const { calls, said: answer } = await product.converse(said);
    const changes = calls.filter(
      ({ name }) => product.tools.find((t) => t.name === name)?.effect === 'propose',
    );
    const last = calls.at(-1);
    if (operation === '') expect(changes).toEqual([]);
    else expect(last).toEqual({ name: `${source}_${operation}`, arguments: args });
    expect(answer).toMatch(says);
  });
});

test('what was spoken of before is meant by "it"', async () => {
  const product = openProduct('tracker', await toolsOf('tracker'), tracker);
  const { calls } = await product.converse('show me WEB-12', 'close it');
  await product.close();
  expect(calls.at(-1)).toEqual({
    name: 'tracker_updateIssue',
    arguments: { issue_key: 'WEB-12', body: { state: 'closed' } },
  });
});

test('a verb of its own with a path and no kind of thing is served', async () => {
  const inputSchema = {
    type: 'object',
    properties: { owner: { type: 'string' }, repo: { type: 'string' } },
    required: ['owner', 'repo'],
  };
  const hub = (name: string, title: string, effect: 'read' | 'propose') =>
    tool(`hub_${name}`, { title, description: title, inputSchema, effect, examples: [] });
  const tools = [
    hub('activity_star_repo_for_user', 'Star a repository for the user', 'propose'),
    hub('activity_unstar_repo_for_user', 'Unstar a repository for the user', 'propose'),
    hub('activity_list_stargazers_for_repo', 'List stargazers', 'read'),
    hub('repos_get', 'Get a repository', 'read'),
  ];
  const product = openProduct('hub', tools, {});
  for (const verb of ['star', 'unstar']) {
    const { calls } = await product.converse(`${verb} acme/webshop`);
    const name = `hub_activity_${verb}_repo_for_user`;
    expect(calls).toEqual([{ name, arguments: { owner: 'acme', repo: 'webshop' } }]);
  }
  await product.close();
});

test('a word with a hyphen that no thing has as its id is taken for none', async () => {
  const inputSchema = {
    type: 'object',
    properties: { campaign_id: { type: 'string' } },
    required: ['campaign_id'],
  };
  const mailing = (name: string, title: string, parts: Partial<Tool>) =>
    tool(`mailing_${name}`, { title, description: title, examples: [], ...parts });
  const tools = [
    mailing('list_campaigns', 'List campaigns', {}),
    mailing('archive_campaign', 'Archive a campaign', { inputSchema, effect: 'propose' }),
  ];
  const campaigns = [
    { id: 'C-1', name: 'December news' },
    { id: 'spring-sale', name: 'Spring sale' },
  ];
  const product = openProduct('mailing', tools, { mailing_list_campaigns: campaigns });
  const wrong = await product.converse('archive the year-end campaign');
  const right = await product.converse('archive the spring-sale campaign');
  await product.close();
  expect(wrong.calls.map(({ name }) => name)).not.toContain('mailing_archive_campaign');
  expect(right.calls.at(-1)).toEqual({
    name: 'mailing_archive_campaign',
    arguments: { campaign_id: 'spring-sale' },
  });
});

test.each<[string, RegExp]>([
  ['list the verified people', /^Only those with verified “yes”\.\n2 people/],
  ['show me Ann Byron and her number', /^Only those with “Ann Byron”, 1 of 2[^]*0112 900111/],
])('what rows tell, and by what they were chosen: %s', async (said, says) => {
  const inputSchema = { type: 'object', properties: { verified: { type: 'boolean' } } };
  const title = 'List the people';
  const tools = [tool('crm_list_people', { title, description: title, inputSchema, examples: [] })];
  const people = [
    { id: 1, name: 'Ann Byron', phone: '0112 900111', verified: true },
    { id: 2, name: 'Bo Ek', phone: '0112 900222', verified: true },
  ];
  const product = openProduct('crm', tools, { crm_list_people: people });
  const talked = await product.converse(said);
  await product.close();
  expect(talked.said).toMatch(says);
});
