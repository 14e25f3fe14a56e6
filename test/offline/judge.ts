import { isObject, type JsonObject } from '../../src/foundation/json.js';
import type { CorpusCase } from './corpus.js';

/** What one request led to. */
export interface Run {
  calls: { name: string; input: JsonObject; isError: boolean; result: unknown }[];
  /** What each preview would save. */
  previews: JsonObject[];
  text: string;
  /** `message_complete` or the code of the error it ended with. */
  end: string;
}

/** Tools by which a model looks around before it acts; they may be called beside the expected ones. */
const LOOKUPS = new Set([
  'find_tools',
  'list_workflow_rules',
  'list_table_configs',
  'list_pages',
  'list_forms',
  'list_drafts',
  'list_my_alerts',
  'search_database_schema',
  'search_enums',
  'find_recipients',
  'discover',
  'get_workflow_rule',
  'get_table_config',
  'query_table_config',
]);

/** What is wrong with a run, one sentence each; empty when it passes. */
export function judge(wanted: CorpusCase, run: Run): string[] {
  const faults: string[] = [];
  if (run.end !== 'message_complete') faults.push(`ended with ${run.end}`);
  if (run.text.trim() === '') faults.push('said nothing');
  if (/[{}]|\bundefined\b|\[object|\bnull\b/.test(run.text.replace(/\{\{[^{}]*\}\}/g, ''))) {
    faults.push('the answer holds raw data');
  }
  faults.push(...(wanted.decline === true ? judgeDecline(run) : judgeDeed(wanted, run)));
  if (wanted.answer !== undefined && !new RegExp(wanted.answer, 'i').test(run.text)) {
    faults.push(`the answer does not match /${wanted.answer}/`);
  }
  return faults;
}

function judgeDecline(run: Run): string[] {
  const faults: string[] = [];
  if (run.calls.length > 0) faults.push(`called ${run.calls.map((call) => call.name).join(', ')}`);
  if (!/LLM_PROVIDER/.test(run.text) || (run.text.match(/“[^”]+”/g) ?? []).length < 3) {
    faults.push('did not show three samples and how to plug in a model');
  }
  return faults;
}

function judgeDeed(wanted: CorpusCase, run: Run): string[] {
  const faults: string[] = [];
  const names = run.calls.map((call) => call.name);
  const counted = names.filter((name) => !LOOKUPS.has(name) || wanted.tools.includes(name));
  if (counted.join(' ') !== wanted.tools.join(' '))
    faults.push(`called ${names.join(' ') || 'nothing'}`);
  const failed = run.calls
    .filter((call) => call.isError)
    .map((call) => `${call.name} failed: ${JSON.stringify(call.result).slice(0, 200)}`);
  faults.push(...failed);
  if (/LLM_PROVIDER/.test(run.text)) faults.push('declined');
  for (const [tool, args] of wanted.args ?? []) {
    const found = run.calls.some((call) => call.name === tool && fits(args, call.input));
    if (!found) faults.push(`no ${tool} with ${JSON.stringify(args)}`);
  }
  return faults;
}

/** True when `actual` holds all of `wanted`. */
export function fits(wanted: unknown, actual: unknown): boolean {
  if (
    typeof wanted === 'string' &&
    wanted.length > 2 &&
    wanted.startsWith('/') &&
    wanted.endsWith('/')
  ) {
    return new RegExp(wanted.slice(1, -1), 'i').test(String(actual));
  }
  if (Array.isArray(wanted)) {
    return (
      Array.isArray(actual) &&
      actual.length === wanted.length &&
      wanted.every((item, at) => fits(item, actual[at]))
    );
  }
  if (isObject(wanted)) {
    return (
      isObject(actual) && Object.entries(wanted).every(([key, value]) => fits(value, actual[key]))
    );
  }
  return wanted === actual;
}
