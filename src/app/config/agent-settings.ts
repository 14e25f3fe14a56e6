import type { SettingsReader } from '../../foundation/settings-reader.js';

/** What holds for all agents. */
export interface AgentSettings {
  /** The models that may choose the steps of research; absent: all. */
  trustedModels: string[] | undefined;
}

/** Reads the settings of agents. */
export function readAgentSettings(read: SettingsReader): AgentSettings {
  const models = read.optional('AGENT_MODELS');
  return { trustedModels: models?.split(',').map((name) => name.trim()) };
}
