import { AppError } from '../../../foundation/errors.js';
import type { OutsideLookup } from '../../../knowledge/outside/services/outside-sources.js';
import type { OutsideSearch, ResearchState } from '../state.js';

/** So many searches outside has a research at most. */
export const MOST_OUTSIDE = 6;
const RESULTS = 5;

/**
 * Does the next of the searches outside that are not done, the first time after deciding which there are: each task
 * that a person approved, by its own words, in each service, as far as the limit goes. One a step, so that none is made
 * again after a crash but the one that was under way. A service that fails is told of, and costs nothing else.
 */
export async function searchOutside(
  state: Readonly<ResearchState>,
  lookups: readonly OutsideLookup[],
  signal: AbortSignal,
): Promise<Pick<ResearchState, 'outside'>> {
  const { outside } = state;
  if (outside === undefined) return {};
  const searches = outside.searches.length > 0 ? outside.searches : plannedSearches(state, lookups);
  const next = searches.findIndex((search) => search.state === 'pending');
  const pending = searches[next];
  if (pending === undefined) return { outside: { ...outside, searches: [...searches] } };
  const done = await search(pending, lookups, signal);
  return { outside: { ...outside, searches: searches.with(next, done) } };
}

/** The first task in each service, then the second one: so that the limit leaves no service out. */
function plannedSearches(
  { tasks }: Readonly<ResearchState>,
  lookups: readonly OutsideLookup[],
): OutsideSearch[] {
  const approved = tasks.filter(({ origin }) => origin !== 'found');
  return approved
    .flatMap(({ task }) => lookups.map(({ service }) => ({ service, query: task })))
    .slice(0, MOST_OUTSIDE)
    .map((each) => ({ ...each, state: 'pending', results: [] }));
}

async function search(
  { service, query }: OutsideSearch,
  lookups: readonly OutsideLookup[],
  signal: AbortSignal,
): Promise<OutsideSearch> {
  const lookup = lookups.find((each) => each.service === service);
  const failed = (error: string): OutsideSearch => {
    return { service, query, state: 'failed', error, results: [] };
  };
  if (lookup === undefined) return failed(`${service} is not configured on this server any more.`);
  try {
    const results = await lookup.search(query, RESULTS, signal);
    return { service, query, state: 'done', results };
  } catch (error) {
    if (signal.aborted || !(error instanceof AppError)) throw error;
    return failed(error.message);
  }
}
