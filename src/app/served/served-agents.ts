import type { Agent } from '../../agentloop/agent.js';
import { AUTO } from '../../agentloop/routing/agent-routing.js';
import type { LiveCatalog } from '../../agenttools/sources/live-catalog.js';
import { configError } from '../../foundation/errors.js';
import type { AgentConfig, ConfigFile } from '../config/file/config-file.model.js';
import { fileAgent } from './file-agent.js';

/** The agents of a server: those of its config file and of its plugins. */
export class ServedAgents {
  constructor(
    private readonly ofPlugins: readonly Agent[],
    /** What agents may name of the plugins: their sources, and the groups of their tools. */
    private readonly groups: readonly string[],
    private readonly catalog: Pick<LiveCatalog, 'reports'>,
  ) {}

  /**
   * The agents of the file, then those of the plugins; the default agent first. Throws `config_error` for an agent
   * whose name is taken, or that names neither a source nor a group.
   */
  of(file: ConfigFile): Agent[] {
    const brought = file.sample ? this.ofPlugins : this.ofPlugins.map(withoutSample);
    const taken = new Set(this.ofPlugins.map(({ contextType }) => contextType));
    const own = file.agents.map((config) => {
      if (taken.has(config.contextType))
        throw configError(
          `agents.${config.contextType}: a plugin brings an agent of this name; choose another one.`,
        );
      checkSources(config, [...file.sources.map(({ id }) => id), ...this.groups]);
      return fileAgent(config, (sources) => factsOf(sources, this.catalog));
    });
    const isDefault = ({ contextType }: Agent): boolean => contextType === file.defaultAgent;
    const all = [...own, ...brought];
    return [...all.filter(isDefault), ...all.filter((agent) => !isDefault(agent))];
  }
}

/** On a backend of one's own nobody is to be sent after the goods of an invented company. */
function withoutSample(agent: Agent): Agent {
  return agent.examplesOfSample === true ? { ...agent, examples: [] } : agent;
}

/** The context type of requests that name none; undefined where it is found out. */
export function usualAgentOf({ defaultAgent }: ConfigFile): string | undefined {
  return defaultAgent === AUTO ? undefined : defaultAgent;
}

function factsOf(sources: readonly string[], { reports }: Pick<LiveCatalog, 'reports'>) {
  return reports.filter(({ id }) => sources.includes(id)).map(({ id, title }) => ({ id, title }));
}

function checkSources({ contextType, sources }: AgentConfig, known: readonly string[]): void {
  const unknown = sources.filter((source) => !known.includes(source));
  if (unknown.length === 0) return;
  throw configError(
    `agents.${contextType}.sources: there is no source or group ${unknown.join(', ')}; valid are ${known.join(', ')}.`,
  );
}
