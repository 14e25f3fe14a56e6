import { townLawGraph } from '../../samples/samples.js';
import type { GraphSample } from '../explorer/explorer.js';

/** What an empty graph is filled with, where the settings ask for the sample. */
export function sampleGraph(isWanted: boolean): GraphSample | undefined {
  return isWanted ? townLawGraph : undefined;
}
