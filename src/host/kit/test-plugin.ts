import { createChangeKinds } from '../../agenttools/changes/change-kinds.js';
import type { Tool } from '../../agenttools/tool.js';
import { messageOf } from '../../foundation/errors.js';
import { newId } from '../../foundation/ids.js';
import { migrate } from '../../store/migrate.js';
import { pluginMigrations } from '../../store/migration-set.js';
import { PgConversationStore } from '../../store/conversations.store.js';
import { checkUsable } from '../open-plugins.js';
import type { AnyPlugin } from '../plugin.js';
import { checkAgents } from './check-agents.js';
import { checkCalls, KIT_USER, type TriedProposal } from './check-calls.js';
import { acceptStored, storeProposals } from './check-changes.js';
import { checkClosing } from './check-closing.js';
import { checkExamples, checkTools, type ExampleParts } from './check-tools.js';
import { failed, passed, type Finding } from './finding.js';
import { tryPlugin, type KitHostParts, type TriedPlugin } from './kit-host.js';

/** What a plugin is tested with. */
export interface KitParts extends KitHostParts, ExampleParts {
  /** The server's version. */
  version: string;
  /** Proposals of kinds that no tool proposes with arguments that are made up. */
  samples?: readonly TriedProposal[];
  /** Tools of plugins that may be served beside it: agents may name their groups. */
  beside: readonly Tool[];
}

/**
 * Says whether a plugin holds its contract. Never rejects: what goes wrong is a finding. The database has the core's
 * tables and, where others are tested on it too, theirs.
 */
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
  let stored: Awaited<ReturnType<typeof storeProposals>>['stored'];
  try {
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
    ({ stored } = shown);
  } finally {
    await tried.close();
  }
  if (stored.length === 0) return findings;
  const again = await tryPlugin(plugin, parts);
  try {
    findings.push(...(await acceptStored(again, stored, host)));
  } finally {
    await again.close();
  }
  return findings;
}

/** Among which tools each of the plugin's own is looked for: those of each agent that sees it. */
function contextsOf(
  { agents }: TriedPlugin,
  tools: readonly Tool[],
  around: readonly Tool[],
): readonly (readonly Tool[])[] {
  const ofAgents = agents.map(({ groups }) =>
    around.filter((tool) => tool.groups.some((group) => groups.includes(group))),
  );
  const seen = new Set(ofAgents.flat());
  const others = tools.filter((tool) => !seen.has(tool));
  return others.length === 0 ? ofAgents : [...ofAgents, tools];
}
