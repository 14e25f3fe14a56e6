import { callApi } from '../../../foundation/outbound/call-api.js';
import { isObject } from '../../../foundation/json.js';
import type { Probe } from '../../../host/plugin.js';
import type { LawSettings } from '../law-settings.js';

/**
 * Without it the law agent answers without the graph. One that nobody asked for and that never answered is
 * not missed; one that has answered before is.
 */
export function explorerProbe({
  explorerUrl,
  isExplorerUrlSet,
}: Pick<LawSettings, 'explorerUrl' | 'isExplorerUrlSet'>): Probe {
  let hasAnswered = false;
  return async (signal) => {
    if (await explorerAnswers(explorerUrl, signal)) {
      hasAnswered = true;
      return { state: 'ok', detail: 'answers' };
    }
    if (isExplorerUrlSet)
      return { state: 'down', detail: 'cannot be reached: check that it runs, and EXPLORER_URL' };
    if (hasAnswered)
      return { state: 'down', detail: 'answered before and does not now; it is started again' };
    return { state: 'off', detail: 'does not run here' };
  };
}

async function explorerAnswers(url: string, signal: AbortSignal): Promise<boolean> {
  const body = { query: '{ __typename }' };
  try {
    const answer = await callApi({ url: `${url}/graphql`, body, signal });
    return isObject(answer) && isObject(answer['data']);
  } catch {
    // The reason would show an address of the inside.
    return false;
  }
}
