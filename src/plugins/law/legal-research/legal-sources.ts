import { defined } from '../../../foundation/defined.js';
import type { Patience } from '../../../foundation/outbound/call-patiently.js';
import { createCourtListener, type OpinionQuestion } from './court-listener.js';
import { createGovInfo, type PublicationQuestion } from './govinfo.js';
import type { LegalService, LegalSource } from './legal-source.js';
import { createLegiScan, type BillQuestion } from './legiscan.js';
import { createOpenAlex, type WorkQuestion } from './openalex.js';
import { createSerpApi, type WebQuestion } from './serpapi.js';

/** The services that can be configured. */
export interface LegalServices {
  courtListener?: LegalService;
  legiScan?: LegalService;
  govInfo?: LegalService;
  openAlex?: LegalService;
  serpApi?: LegalService;
}

/** What can be asked outside, each part only where its service is configured. */
export interface LegalSources {
  courtListener?: LegalSource<OpinionQuestion>;
  legiScan?: LegalSource<BillQuestion>;
  govInfo?: LegalSource<PublicationQuestion>;
  openAlex?: LegalSource<WorkQuestion>;
  serpApi?: LegalSource<WebQuestion>;
}

/** The clients of the configured services. */
export function createLegalSources(services: LegalServices, patience?: Patience): LegalSources {
  const { courtListener, legiScan, govInfo, openAlex, serpApi } = services;
  return defined({
    courtListener: courtListener && createCourtListener(courtListener, patience),
    legiScan: legiScan && createLegiScan(legiScan, patience),
    govInfo: govInfo && createGovInfo(govInfo, patience),
    openAlex: openAlex && createOpenAlex(openAlex, patience),
    serpApi: serpApi && createSerpApi(serpApi, patience),
  });
}
