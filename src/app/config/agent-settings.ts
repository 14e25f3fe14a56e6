import type { SettingsReader } from '../../foundation/settings-reader.js';

export interface AgentSettings {
  /** The models that may choose the steps of research; absent: all. */
  trustedModels: string[] | undefined;
}

export function readAgentSettings(read: SettingsReader): AgentSettings {
  const models = read.optional('AGENT_MODELS');
  return { trustedModels: models?.split(',').map((name) => name.trim()) };
}
