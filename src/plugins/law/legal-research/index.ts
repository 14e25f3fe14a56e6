import type { ToolOf } from '../../../agenttools/tool.js';
import type { LawServices } from '../services.js';
import type { LegalServices } from './legal-sources.js';
import { searchGovinfo } from './search-govinfo.js';
import { searchOpenalex } from './search-openalex.js';
import { searchOpinions } from './search-opinions.js';
import { searchStatutes } from './search-statutes.js';
import { searchWeb } from './search-web.js';

export type { LegalService } from './legal-source.js';
export type { LegalServices } from './legal-sources.js';

/** The tool of each service. */
const toolOf: Record<keyof LegalServices, ToolOf<LawServices>> = {
  courtListener: searchOpinions,
  legiScan: searchStatutes,
  govInfo: searchGovinfo,
  openAlex: searchOpenalex,
  serpApi: searchWeb,
};

/** The tools that search outside, of those services that are there. */
export function legalResearchTools(services: LegalServices): ToolOf<LawServices>[] {
  const names = Object.keys(toolOf) as (keyof LegalServices)[];
  return names.filter((name) => services[name] !== undefined).map((name) => toolOf[name]);
}
