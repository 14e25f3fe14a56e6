import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Agent } from '../../src/agentloop/agent.js';
import { documentTools } from '../../src/agenttools/sources/openapi/document-tools.js';
import type { Tool } from '../../src/agenttools/tool.js';
import { createCatalog } from '../../src/agenttools/catalog.js';
import { allTools } from '../../src/plugins/built-in-parts.js';
import { toolDocument } from '../../src/toolindex/document.js';
import { prepareSource } from '../sources/prepare.js';
import { table } from '../measure.js';
import type { openRouters } from './parts.js';
import { requests } from './requests.js';

type Parts = Awaited<ReturnType<typeof openRouters>>;

/** An agent as somebody writes it into a config file: a title, a sentence, three examples. */
interface FileAgent {
  contextType: string;
  document: string;
  requests: string;
  title: string;
  description: string;
  examples: readonly string[];
}

const fileAgents: readonly FileAgent[] = [
  {
    contextType: 'github',
    document: 'github-api.json.gz',
    requests: 'github.dev.jsonl',
    title: 'GitHub',
    description: 'Works with GitHub: repositories, issues, pull requests, releases and workflows.',
    examples: ['Which pull requests wait for my review?', 'Open an issue', 'Who can push here?'],
  },
  {
    contextType: 'kubernetes',
    document: 'kubernetes-1.13.swagger.json.gz',
    requests: 'kubernetes.dev.jsonl',
    title: 'Kubernetes',
    description: 'Looks after the cluster: pods, deployments, services and nodes.',
    examples: ['Which pods are failing?', 'Scale the deployment to three', 'List the namespaces'],
  },
];

/** Two agents of a config file, over the operations of large documents, beside those of the plugins. */
export async function foreignTable(parts: Parts, directory: string): Promise<string> {
  const tools: Tool[] = [...allTools];
  for (const { contextType, document } of fileAgents) {
    const { prepared } = await prepareSource(contextType, join(directory, document));
    const own = documentTools(contextType, prepared);
    tools.push(...own.map((tool) => ({ ...tool, groups: [contextType] })));
  }
  const index = parts.indexOf();
  index.rebuild(tools.map(toolDocument));
  await index.settled();
  const catalog = createCatalog(tools);
  const [pattern] = parts.agents;
  if (pattern === undefined) throw new Error('There are no agents.');
  const written = fileAgents.map(({ contextType, title, description, examples }): Agent => ({
    ...{ ...pattern, contextType, title, description, examples },
    ...{ groups: [contextType], routing: {} },
  }));
  const general = parts.agents.filter(({ contextType }) => GENERAL.has(contextType));
  const rows: string[][] = [];
  for (const [name, beside] of [
    ['knowledge and documents', general],
    ['all six of the sample', parts.agents],
  ] as const) {
    const list = [...written, ...beside];
    const router = await parts.routerOf(list, { catalog, tools: index });
    const share = async (asked: readonly { message: string; right: readonly string[] }[]) => {
      let count = 0;
      for (const { message, right } of asked) {
        const request = { message, userId: 'bench', requestContext: {}, before: undefined };
        if (right.includes((await router.route(request)).agent.contextType)) count += 1;
      }
      return `${count} of ${asked.length}`;
    };
    const cells: string[] = [name];
    for (const each of fileAgents) cells.push(await share(messagesFor(each, directory)));
    const types = list.map(({ contextType }) => contextType);
    cells.push(await share(firstMessages(types)));
    rows.push(cells);
  }
  return table(
    ['agents of a config file (three examples each), beside', 'GitHub', 'Kubernetes', 'the others'],
    rows,
  );
}

const GENERAL = new Set(['knowledge', 'documents']);

function messagesFor({ requests: file, contextType }: FileAgent, directory: string) {
  const lines = readFileSync(join(directory, file), 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => {
    const { query } = JSON.parse(line) as { query: string };
    return { message: query, right: [contextType] };
  });
}

function firstMessages(types: readonly string[]) {
  return requests
    .filter(({ after, agents }) => after === undefined && agents.some((one) => types.includes(one)))
    .map(({ say: message, agents: right }) => ({ message, right }));
}
