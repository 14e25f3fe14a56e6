import {
  type OutsideServices,
  readOutsideServices,
} from '../../knowledge/outside/services/outside-sources.js';
import type { SettingsReader } from '../../foundation/settings-reader.js';

/** What the law agent works with. */
export interface LawSettings {
  /** Where the explorer with the knowledge graph is. */
  explorerUrl: string;
  /** Whether somebody said so; where it is then has to answer, for the server to be in order. */
  isExplorerUrlSet: boolean;
  /** The outside sources; those that are absent are not offered. */
  services: OutsideServices;
  sampleCases: boolean;
}

/** Reads the settings of the law agent; the samples come with the embedded database only, unless asked for. */
export function readLawSettings(read: SettingsReader): LawSettings {
  const isEmbedded = read.optional('DATABASE_URL') === undefined;
  const port = read.text('EXPLORER_PORT', '3002');
  const explorerUrl = read.baseUrl('EXPLORER_URL');
  return {
    explorerUrl: explorerUrl ?? `http://127.0.0.1:${port}`,
    isExplorerUrlSet: explorerUrl !== undefined,
    services: readOutsideServices(read),
    sampleCases: read.choice('SAMPLE_CASES', ['on', 'off'], isEmbedded ? 'on' : 'off') === 'on',
  };
}
