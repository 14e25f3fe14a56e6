import type { JsonObject } from '../../../foundation/json.js';
import { toFacts } from './request-facts.js';

const MAX_NAMED = 12;

/**
 * What is wrong with a reference to the answer to a request, by its declared form; undefined where nothing is, or
 * the document does not tell that form.
 */
export function refusedReference(
  kept: JsonObject,
  ref: string,
  steps: readonly string[],
): string | undefined {
  const { gives } = toFacts(kept).rules;
  const path = steps.join('.');
  if (gives === undefined || gives.some((one) => leadsTo(one, path))) return undefined;
  if (gives.length === 0)
    return `{{${ref}.${path}}} stands for nothing: ${ref} is answered without content.`;
  const named = gives.filter((one) => !one.endsWith('*'));
  const alike = named.filter((one) => one.split('.').at(-1) === steps.at(-1));
  const works = (alike.length > 0 ? alike : named.length > 0 ? named : gives)
    .slice(0, MAX_NAMED)
    .map((one) => `{{${ref}.${one}}}`);
  return `The answer to ${ref} has no ${path}. Write ${works.join(' or ')}.`;
}

function leadsTo(given: string, path: string): boolean {
  if (!given.endsWith('.*')) return given === path;
  const above = given.slice(0, -'.*'.length);
  return path === above || path.startsWith(`${above}.`);
}
