import { type AppError, messageOf, toolFailed } from '../../foundation/errors.js';
import { isObject, valueAt } from '../../foundation/json.js';
import { parseUrl } from '../../foundation/parse-url.js';
import { callApi } from '../../foundation/outbound/call-api.js';
import type { OutsideAnswer, OutsidePage } from './outside.store.js';

/** How Perplexity, or a server that speaks its `/chat/completions`, is reached. */
export interface PerplexityOptions {
  /** Without a last slash, e.g. `https://api.perplexity.ai`. */
  baseUrl: string;
  apiKey?: string;
  model: string;
}

const MAX_PAGES = 20;
const TIMEOUT_MS = 120_000;
const INSTRUCTION =
  'Answer precisely and shortly, from current sources, in the language of the question. What is said to be known already need not be repeated.';

/** Perplexity (https://docs.perplexity.ai/api-reference/chat-completions-post); `[n]` points to its `search_results`. */
export function createPerplexitySearch({ baseUrl, apiKey, model }: PerplexityOptions) {
  return {
    name: `perplexity (${model})`,
    search: async (query: string, context: string | undefined, signal: AbortSignal) => {
      const known = context === undefined ? '' : `\n\nKnown already:\n${context}`;
      const messages = [
        { role: 'system', content: INSTRUCTION },
        { role: 'user', content: `${query}${known}` },
      ];
      const url = `${baseUrl}/chat/completions`;
      const call = { url, apiKey, body: { model, messages }, timeoutMs: TIMEOUT_MS, signal };
      const answer = await callApi(call).catch((error: unknown) => {
        throw failed(messageOf(error));
      });
      return toAnswer(answer);
    },
  };
}

function toAnswer(body: unknown): OutsideAnswer {
  const answer = valueAt(body, '/choices/0/message/content');
  if (!isObject(body) || typeof answer !== 'string') throw failed('its answer holds no text');
  return { answer, pages: pagesOf(body).slice(0, MAX_PAGES) };
}

/** The pages in the order that `[n]` counts: of the results, else of the bare addresses. */
function pagesOf(body: Record<string, unknown>): OutsidePage[] {
  const { search_results: results, citations } = body;
  const lists: unknown[] = [results, citations];
  const items: unknown[] = lists.filter(Array.isArray).find(({ length }) => length > 0) ?? [];
  return items.map((item) => toPage(isObject(item) ? item : { url: item }));
}

/** A place without a page that may be shown keeps its number and has no address. */
function toPage({ url, title, snippet }: Record<string, unknown>): OutsidePage {
  const address = typeof url === 'string' && /^https?:\/\//.test(url) && parseUrl(url) ? url : '';
  return {
    url: address,
    title: typeof title === 'string' && title !== '' ? title : address,
    snippet: typeof snippet === 'string' && snippet !== '' ? snippet : undefined,
  };
}

function failed(reason: string): AppError {
  return toolFailed(
    `The outside search failed: ${reason}. Continue with what the knowledge base has, and say that the outside search failed.`,
  );
}
