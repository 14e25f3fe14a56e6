import type { Patience } from '../../../foundation/outbound/call-patiently.js';
import { createCourtListener, type OpinionQuestion } from './court-listener.js';
import { createGovInfo, type PublicationQuestion } from './govinfo.js';
import type { OutsideService, OutsideSource } from './outside-source.js';
import { createLegiScan, type BillQuestion } from './legiscan.js';
import { createOpenAlex, type WorkQuestion } from './openalex.js';
import { createSerpApi, type WebQuestion } from './serpapi.js';

/** The services that can be configured. */
export interface OutsideServices {
  courtListener?: OutsideService;
  legiScan?: OutsideService;
  govInfo?: OutsideService;
  openAlex?: OutsideService;
  serpApi?: OutsideService;
}

/** What can be asked outside, each part only where its service is configured. */
export interface OutsideSources {
  courtListener?: OutsideSource<OpinionQuestion>;
  legiScan?: OutsideSource<BillQuestion>;
  govInfo?: OutsideSource<PublicationQuestion>;
  openAlex?: OutsideSource<WorkQuestion>;
  serpApi?: OutsideSource<WebQuestion>;
}

/** The clients of the configured services. */
export function createOutsideSources(
  services: OutsideServices,
  patience?: Patience,
): OutsideSources {
  const { courtListener, legiScan, govInfo, openAlex, serpApi } = services;
  return {
    courtListener: courtListener && createCourtListener(courtListener, patience),
    legiScan: legiScan && createLegiScan(legiScan, patience),
    govInfo: govInfo && createGovInfo(govInfo, patience),
    openAlex: openAlex && createOpenAlex(openAlex, patience),
    serpApi: serpApi && createSerpApi(serpApi, patience),
  };
}
