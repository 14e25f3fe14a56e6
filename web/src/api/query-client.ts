import { QueryClient } from '@tanstack/react-query';
import { ApiProblem } from './client.js';

/** What the page knows of the server's state; an answer that says no is not asked for again by itself. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) =>
        failures < 2 && (!(error instanceof ApiProblem) || error.status >= 500),
    },
  },
});
