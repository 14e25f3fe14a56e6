import { QueryClient } from '@tanstack/react-query';
import { ApiProblem } from './client.js';

/** How often a question that failed for a reason that may pass is asked again while it is looked at, in milliseconds. */
const AGAIN_MS = 5_000;

/** What the page knows of the server's state; an answer that says no is not asked for again by itself. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) => failures < 2 && mayPass(error),
      refetchInterval: ({ state: { status, error } }) =>
        status === 'error' && mayPass(error) ? AGAIN_MS : false,
    },
  },
});

/** True while the server is away or broken: it may be back. */
export function mayPass(error: unknown): boolean {
  return !(error instanceof ApiProblem) || error.status === 0 || error.status >= 500;
}
