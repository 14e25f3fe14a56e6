import type { ToolOf } from '../../../agenttools/tool.js';
import type { LawServices } from '../services.js';
import type { OutsideServices } from '../../../knowledge/outside/services/outside-sources.js';
import { searchGovinfo } from './search-govinfo.js';
import { searchOpenalex } from './search-openalex.js';
import { searchOpinions } from './search-opinions.js';
import { searchStatutes } from './search-statutes.js';
import { searchWeb } from './search-web.js';

/** The tool of each service. */
const toolOf: Record<keyof OutsideServices, ToolOf<LawServices>> = {
  courtListener: searchOpinions,
  legiScan: searchStatutes,
  govInfo: searchGovinfo,
  openAlex: searchOpenalex,
  serpApi: searchWeb,
};

/** The tools that search outside, of those services that are there. */
export function legalResearchTools(services: OutsideServices): ToolOf<LawServices>[] {
  const names = Object.keys(toolOf) as (keyof OutsideServices)[];
  return names.filter((name) => services[name] !== undefined).map((name) => toolOf[name]);
}
