import { closing } from '../../foundation/program.js';
import { setTimeout as pause } from 'node:timers/promises';
import { createChangeKinds, type ChangeKinds } from '../../agenttools/changes/change-kind.js';
import type { Tool } from '../../agenttools/tool.js';
import { messageOf } from '../../foundation/errors.js';
import { newId } from '../../foundation/ids.js';
import { migrate, pluginMigrations } from '../../store/migrate.js';
import { PgConversationStore } from '../../store/conversations.store.js';
import { checkUsable } from '../open-plugins.js';
import type { AnyPlugin } from '../plugin.js';
import type { Agent } from '../../agentloop/agent.js';
import { compileEntry, type CatalogEntry } from '../../agenttools/catalog.js';
import { toolDocument } from '../../toolindex/document.js';
import type { Embedder } from '../../toolindex/embedder.js';
import type { VectorStore } from '../../toolindex/document-vectors.js';
import { ToolIndex } from '../../toolindex/tool-index.js';
import { defined } from '../../foundation/defined.js';
import { checkCalls, KIT_USER, type TriedProposal } from './check-calls.js';
import { acceptStored, storeProposals } from './check-changes.js';
import {
  failed,
  passed,
  type Finding,
  verdict,
  tryPlugin,
  type KitHostParts,
  type TriedPlugin,
} from './kit-host.js';

export interface KitParts extends KitHostParts, ExampleParts {
  version: string;
  /** Proposals of kinds that no tool proposes with arguments that are made up. */
  samples?: readonly TriedProposal[];
  /** Tools of plugins that may be served beside it: agents may name their groups. */
  beside: readonly Tool[];
}

/** Says whether a plugin holds its contract; what goes wrong is a finding. The database has the core's tables. */
export async function testPlugin(plugin: AnyPlugin, parts: KitParts): Promise<Finding[]> {
  const findings: Finding[] = [];
  try {
    checkUsable(plugin, [], parts.version);
    findings.push(passed('members', 'each is of its type, and the host range holds this version'));
    findings.push(...(await checkMigrations(plugin, parts)));
    findings.push(...(await checkOpened(plugin, parts)));
    const closing = await checkClosing(async () => (await tryPlugin(plugin, parts)).close());
    findings.push(closing);
  } catch (error) {
    findings.push(failed('opens', messageOf(error)));
  }
  return findings;
}

/** Makes the plugin's tables, and finds nothing to do the second time. */
async function checkMigrations({ name, migrations }: AnyPlugin, { host }: KitParts) {
  if (migrations === undefined) return [];
  const set = pluginMigrations(name, migrations);
  const first = await migrate(host.db, set);
  const second = await migrate(host.db, set);
  const check = 'migrations';
  if (second === 0) return [passed(check, `${first} ran, and nothing the second time`)];
  return [failed(check, `${second} ran again: they must be forward only and numbered.`)];
}

async function checkOpened(plugin: AnyPlugin, parts: KitParts): Promise<Finding[]> {
  const { host } = parts;
  const findings: Finding[] = [];
  const { id } = await new PgConversationStore(host.db).open(KIT_USER, newId(), 'kit');
  const tried = await tryPlugin(plugin, parts);
  const stored = await closing(tried, async () => {
    const { entries, findings: ofTools } = checkTools(
      tried.tools,
      createChangeKinds(tried.changes),
    );
    findings.push(...ofTools);
    const tools = [...entries.values()].map(({ tool }) => tool);
    const around = [...tools, ...parts.beside.filter(({ name }) => !entries.has(name))];
    findings.push(...checkAgents(tried.agents, around));
    findings.push(...(await checkExamples(tools, contextsOf(tried, tools, around), parts)));
    const calls = await checkCalls(tried, entries, id);
    findings.push(...calls.findings);
    const shown = await storeProposals(
      tried,
      [...calls.proposals, ...(parts.samples ?? [])],
      id,
      host,
    );
    findings.push(...shown.findings);
    return shown.stored;
  });
  if (stored.length === 0) return findings;
  const again = await tryPlugin(plugin, parts);
  await closing(again, async () => {
    findings.push(...(await acceptStored(again, stored, host)));
  });
  return findings;
}

/** Among which tools each of the plugin's own is looked for: those of each agent that sees it. */
function contextsOf({ agents }: TriedPlugin, tools: readonly Tool[], around: readonly Tool[]) {
  const ofAgents = agents.map(({ groups }) =>
    around.filter((tool) => tool.groups.some((group) => groups.includes(group))),
  );
  const seen = new Set(ofAgents.flat());
  const others = tools.filter((tool) => !seen.has(tool));
  return others.length === 0 ? ofAgents : [...ofAgents, tools];
}

/** Whether agents name groups and core tools that are there, and give the same prompt for the same context. */
function checkAgents(agents: readonly Agent[], tools: readonly Tool[]): Finding[] {
  const faults = agents.flatMap((agent) => faultsOf(agent, tools));
  const held =
    agents.length === 0
      ? 'it brings none'
      : agents.map(({ contextType }) => contextType).join(', ');
  return verdict('agents', faults, held);
}

function faultsOf(agent: Agent, tools: readonly Tool[]): string[] {
  const { contextType, groups } = agent;
  const groupsThere = new Set(tools.flatMap((tool) => tool.groups));
  const own = tools.filter((tool) => tool.groups.some((group) => groups.includes(group)));
  const faults: string[] = [];
  // One group of several may be empty: its tools may need a key that is not set.
  if (own.length === 0)
    faults.push(
      `${contextType} names the groups ${groups.join(', ')}, which no tool is in; there are ${[...groupsThere].join(', ')}.`,
    );
  try {
    const known = new Set(own.map(({ name }) => name));
    for (const core of agent.coreTools({}))
      if (!known.has(core))
        faults.push(`${contextType} always offers ${core}, which is no tool of its groups.`);
    const prompt = agent.systemPrompt({ id: 1 });
    if (typeof prompt !== 'string' || prompt.trim() === '')
      faults.push(`${contextType} has no prompt: its systemPrompt must answer a text.`);
    else if (agent.systemPrompt({ id: 1 }) !== prompt)
      faults.push(
        `${contextType} gives two prompts for one context, so no prompt cache of a provider can hit: leave out times and chance.`,
      );
  } catch (error) {
    faults.push(`${contextType} failed: ${messageOf(error)}`);
  }
  return faults;
}

const WAIT_MS = 1_000;
const STEP_MS = 20;

/** Often enough that what comes and goes elsewhere in the process is told from what stays each time. */
const CYCLES = 4;

/** Opens and closes several times, and sees that no timer, socket or watched file is left. Waits for it a second. */
async function checkClosing(openAndClose: () => Promise<void>): Promise<Finding> {
  const check = 'closing leaves nothing behind';
  const before = await resources();
  for (let cycle = 0; cycle < CYCLES; cycle += 1) await openAndClose();
  for (let waited = 0; ; waited += STEP_MS) {
    const left = leftOver(before, await resources());
    if (left.length === 0) return passed(check, 'no timer, socket or file is open');
    if (waited >= WAIT_MS)
      return failed(check, `${left.join(', ')} still open: end it in "stop" or "close".`);
    await pause(STEP_MS);
  }
}

/** What keeps the process alive, counted; asked in a turn of its own, so that no wait of the kit is among them. */
async function resources(): Promise<ReadonlyMap<string, number>> {
  await new Promise((resolve) => setImmediate(resolve));
  const counts = new Map<string, number>();
  for (const name of process.getActiveResourcesInfo())
    if (!PASSING.has(name)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** What comes and goes by itself: turns of the loop, and answers that are on their way. */
const PASSING = new Set(['Immediate', 'TickObject', 'FSReqCallback', 'FSReqPromise', 'CloseReq']);

/** What grew with nearly each cycle. */
function leftOver(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>) {
  return [...after]
    .filter(([name, count]) => count - (before.get(name) ?? 0) >= CYCLES - 1)
    .map(([name]) => name);
}

/** The tools that a catalogue would take, by name, and what is wrong with the others. */
export function checkTools(
  tools: readonly Tool[],
  kinds: Pick<ChangeKinds, 'find'>,
): { entries: ReadonlyMap<string, CatalogEntry>; findings: Finding[] } {
  const entries = new Map<string, CatalogEntry>();
  const faults: string[] = [];
  for (const tool of tools) {
    try {
      entries.set(tool.name, compileEntry(tool, entries, kinds));
    } catch (error) {
      faults.push(messageOf(error));
    }
  }
  const silent = [...entries.values()].filter(({ tool }) => tool.examples.length === 0);
  const findings = [
    ...verdict('tools can be offered', faults, `${entries.size} tools, their schemas compile`),
    ...verdict(
      'tools have examples',
      silent.map(
        ({ tool }) =>
          `${tool.name} has none: add two or three sentences a user would say, they are what it is found by.`,
      ),
      'each tool has at least one',
    ),
  ];
  return { entries, findings };
}

const TOP_K = 6;

interface ExampleParts {
  embedder: Embedder;
  cache?: VectorStore | undefined;
}

/** Whether each example finds its tool among the six best of `rivals`, its agents' tools. */
async function checkExamples(
  tools: readonly Tool[],
  contexts: readonly (readonly Tool[])[],
  { embedder, cache }: ExampleParts,
): Promise<Finding[]> {
  const rivals = [...new Set(contexts.flat())];
  const index = await ToolIndex.build(rivals.map(toolDocument), embedder, defined({ cache }));
  const faults: string[] = [];
  let count = 0;
  for (const { name, examples } of tools) {
    const around = contexts.filter((context) => context.some((other) => other.name === name));
    for (const example of examples) {
      count += 1;
      const scores = await index.query(example);
      for (const context of around) {
        const allowed = new Set(context.map((other) => other.name));
        const found = scores.top({ topK: TOP_K, minScore: -Infinity, allowed });
        if (found.some((match) => match.name === name)) continue;
        const before = found.map((match) => match.name).join(', ');
        faults.push(
          `“${example}” does not find ${name}, but ${before}: say it in words of its own.`,
        );
        break;
      }
    }
  }
  return verdict(
    'examples find their tools',
    faults,
    `${count} of ${count} are among the first six`,
  );
}
