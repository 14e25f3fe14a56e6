import type { SettingsReader } from '../../foundation/settings-reader.js';
import type { OutsideServices } from '../../knowledge/outside/services/outside-sources.js';
import { readOutsideServices } from '../../knowledge/outside/services/read-services.js';

/** What there is to be said about deep research. */
export interface ResearchSettings {
  /** Steps this server does at once, of all researches; 0 leaves them to other servers. */
  workers: number;
  /** How long a step belongs to a server that says nothing more. */
  leaseSeconds: number;
  /** Researches of one user that have not ended, at most. */
  maxOpen: number;
  /** How many days a research is kept after its end; 0 keeps it until its user deletes it. */
  keepDays: number;
  /** The services that may be searched outside, where a research is asked to. */
  outside: OutsideServices;
}

/** Reads the settings of deep research. */
export function readResearchSettings(read: SettingsReader): ResearchSettings {
  return {
    workers: read.integer('RESEARCH_WORKERS', 2, 0, 64),
    leaseSeconds: read.number('RESEARCH_LEASE_S', 15, 1, 3600),
    maxOpen: read.integer('MAX_RESEARCH_PER_USER', 10, 1, 10_000),
    keepDays: read.integer('RESEARCH_KEEP_DAYS', 90, 0, 36_500),
    outside: readOutsideServices(read),
  };
}
