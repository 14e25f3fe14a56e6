import { configError } from '../../../../foundation/errors.js';
import { isObject, type JsonObject, asObject } from '../../../../foundation/json.js';
import type { Finding } from '../operation.js';
import { type DocumentLimits, parseDocumentText } from './parse-text.js';

/** With the actions of an OpenAPI Overlay (1.0, 1.1) done in order. Rejects with `config_error` one that is not understood. */
export function applyOverlay(document: JsonObject, text: string, limits: DocumentLimits) {
  const { overlay, actions } = parseDocumentText(text, limits);
  if (!/^1\.[01]/.test(String(overlay)) || !Array.isArray(actions))
    throw configError('The overlay needs overlay: 1.0.0 or 1.1.0, and actions.');
  const findings: Finding[] = [];
  const whole = actions.reduce<unknown>((value, action: unknown, at) => {
    const { target, update, remove } = asObject(action);
    const steps = stepsOf(target);
    const what = `Action ${at + 1} of the overlay (${String(target).slice(0, 200)})`;
    if (steps === undefined || (update === undefined && remove !== true))
      throw configError(
        `${what} is not understood: it needs a target, $ and steps such as .paths, ['/orders/{id}'], [0] or .* (no filters, no ".."), and update or remove: true.`,
      );
    let selected = 0;
    const next = edited(value, steps, (found) => {
      selected += 1;
      return remove === true ? undefined : merged(found, update);
    });
    if (selected === 0) findings.push({ level: 'warning', message: `${what} selects nothing.` });
    return next;
  }, document);
  return { document: asObject(whole), findings };
}

const STEP = /\.([\w-]+|\*)|\['((?:[^'\\]|\\.)*)'\]|\["((?:[^"\\]|\\.)*)"\]|\[(\d+|\*)\]/y;

/** The steps of a JSONPath that names each of them, or by `*` takes all that stand there. */
function stepsOf(target: unknown): string[] | undefined {
  if (typeof target !== 'string' || !target.startsWith('$')) return undefined;
  const steps: string[] = [];
  for (STEP.lastIndex = 1; STEP.lastIndex < target.length;) {
    const [, ...found] = STEP.exec(target) ?? [];
    const step = found.find((one) => one !== undefined);
    if (step === undefined) return undefined;
    steps.push(step.replace(/\\(.)/g, '$1'));
  }
  return steps;
}

/** With what the steps lead to replaced, or gone; an object that several places share stays as it is at the others. */
function edited(
  value: unknown,
  [step, ...rest]: readonly string[],
  change: (found: unknown) => unknown,
): unknown {
  if (step === undefined) return change(value);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value as JsonObject)
    .map(([key, one]): [string, unknown] => [
      key,
      step === '*' || step === key ? edited(one, rest, change) : one,
    ])
    .filter(([, one]) => one !== undefined);
  return Array.isArray(value) ? entries.map(([, one]) => one) : Object.fromEntries(entries);
}

/** As overlays say it: objects are merged, lists continued, all else is replaced. */
function merged(value: unknown, update: unknown): unknown {
  if (Array.isArray(value))
    return [...(value as unknown[]), ...(Array.isArray(update) ? (update as unknown[]) : [update])];
  if (!isObject(value) || !isObject(update)) return update;
  const entries = Object.entries(update).map(([key, one]) => [
    key,
    Object.hasOwn(value, key) ? merged(value[key], one) : one,
  ]);
  return Object.fromEntries([...Object.entries(value), ...entries]) as JsonObject;
}
