import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { asList } from '../../src/foundation/json.js';
import { root } from '../support/template-contents.js';

const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Anything of a manifest. */
type Node = Record<string, unknown>;

function nodesIn(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn);
  if (typeof value !== 'object' || value === null) return [];
  return [value as Node, ...Object.values(value).flatMap(nodesIn)];
}

const documents = parseAllDocuments(read('deploy/kubernetes.yaml'), { strict: true });
const manifests = documents.map((document) => document.toJS() as Node);
const compose = parse(read('compose.yaml')) as { services: Record<string, Node> };

/** The variables that a deployment sets for the server. */
function variables(): string[] {
  const set = manifests.flatMap(nodesIn).flatMap(({ env }) => asList(env) as Node[]);
  const lines = read('deploy/sextant.service').matchAll(/^Environment=(.*)$/gm);
  const unit = [...lines].flatMap(([, pairs = '']) => pairs.split(' '));
  const image = /^ENV (.*)$/m.exec(read('Dockerfile'))?.[1]?.split(' ') ?? [];
  return [
    ...set.map(({ name }) => String(name)),
    ...Object.keys(compose.services['sextant']?.['environment'] ?? {}),
    ...[...unit, ...image].map((pair) => pair.split('=')[0] ?? ''),
  ];
}

test('deployments set only variables that the server reads', () => {
  expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
  const documented = read('docs/configuration.md');
  const unknown = variables().filter((name) => !documented.includes(`\`${name}\``));
  // Those of Node and of glibc are not the server's own.
  expect(unknown.filter((name) => !/^(NODE_ENV$|MALLOC_)/.test(name))).toEqual([]);
  expect(variables()).toContain('DATA_DIR');
});

test('the image has what the package has', () => {
  const { files } = JSON.parse(read('package.json')) as { files: string[] };
  const copied = read('Dockerfile');
  const missing = files.filter((path) => !copied.includes(`/src/${path.replace(/\/\*.*$/, '')} `));
  expect(missing).toEqual([]);
  expect(copied).toMatch(/^USER node$/m);
});

test('every container is locked down, and the probes are routes of the server', () => {
  const nodes = manifests.flatMap(nodesIn);
  const containers = nodes.flatMap(({ containers: found }) => asList(found) as Node[]);
  expect(containers).toHaveLength(2);
  const locked = { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true };
  for (const { securityContext } of containers)
    expect(securityContext).toEqual({ ...locked, capabilities: { drop: ['ALL'] } });
  const probed = nodes.flatMap(({ httpGet }) => (httpGet ? [httpGet as Node] : []));
  expect(probed.map(({ path }) => path)).toEqual(['/health/live', '/health/live', '/health/ready']);
  const kinds = manifests.map(({ kind }) => kind).join(' ');
  expect(kinds).toBe('Job Deployment PodDisruptionBudget Service');
  expect(manifests[1]).toMatchObject({ spec: { replicas: 2 } });
  expect(compose.services['sextant']).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
});
