import { parseBody } from '../foundation/api-answers.js';
import { asObject, isObject, type JsonObject } from '../foundation/json.js';
import { exchangeHttp } from '../foundation/outbound/exchange-http.js';
import { ProviderError } from './provider-error.js';
import type { ModelSource } from './resilient.js';
import { transformSource } from './source-transforms.js';
import { errorFrom, type ReadRefusal } from './wire/post-stream.js';

export interface ModelList {
  service: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  /** The field with the list, and the name of an entry in it; `undefined` for one that cannot chat. */
  field: string;
  nameOf: (entry: JsonObject) => unknown;
  errorFrom?: ReadRefusal;
}

const LIMITS = { timeoutMs: 5_000, maxBytes: 2 * 1024 * 1024 };
const MAX_MODELS = 1_000;
/** What may be sent as a model's name, and shown to people: no control characters, and not a whole text. */
const NAME = /^[\x21-\x7e]{1,120}$/;

export async function listModels(list: ModelList, signal: AbortSignal): Promise<string[]> {
  const { service, url, headers, field, nameOf } = list;
  const answer = await exchangeHttp({ url, method: 'GET', headers, signal }, LIMITS).catch(
    (error: Error) => {
      throw new ProviderError('network', `${service} does not list its models: ${error.message}`);
    },
  );
  const { status } = answer;
  const text = answer.body.toString();
  if (status < 200 || status >= 300)
    throw list.errorFrom?.(status, text) ?? errorFrom(service, status, text);
  const entries = asObject(parseBody(text))[field];
  if (!Array.isArray(entries))
    throw new ProviderError('server', `${service} answered no list of models. Check its address.`);
  const names = entries.slice(0, MAX_MODELS).map((entry) => isObject(entry) && nameOf(entry));
  return names.filter((name) => typeof name === 'string' && NAME.test(name)) as string[];
}

const MAX_SAID = 20;

/** A refusal of an unknown model says which there are; where they are not to be had it stays as it is. */
export function nameKnownModels(source: ModelSource, list: ModelList): ModelSource {
  return transformSource(source, (_request, signal) => ({
    failed: async (error) => {
      if (!(error instanceof ProviderError)) return error;
      // Some compatible servers say 400 where others say 404, and name the model.
      const isNamed = error.trouble === 'bad_request' && error.message.includes(source.model);
      if (error.trouble !== 'unknown_model' && !isNamed) return error;
      const names = await listModels(list, signal).catch(() => []);
      const others = names.filter((name) => name !== source.model);
      // A server that lists the model refused something else.
      if (others.length === 0 || (error.trouble === 'bad_request' && others.length < names.length))
        return error;
      const said = /[.!?]$/.test(error.message) ? error.message : `${error.message}.`;
      const message = `${said} ${knownModels(source.model, others)}`;
      return new ProviderError('unknown_model', message, undefined, { cause: error });
    },
  }));
}

function knownModels(wanted: string, names: readonly string[]): string {
  const shared = (name: string) => sharedLength(name.toLowerCase(), wanted.toLowerCase());
  const near = [...names].sort((a, b) => shared(b) - shared(a)).slice(0, MAX_SAID);
  const more = names.length - near.length;
  const rest = more === 0 ? '' : ` and ${more} more`;
  return `Models it lists: ${near.join(', ')}${rest}. Set LLM_MODEL to one of them.`;
}

function sharedLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}
