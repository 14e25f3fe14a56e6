import type { WhyAgent } from './agent-routing.js';

/** What speaks for one agent; each from about 0 to 1. */
export interface Signals {
  tools: number;
  description: number;
  examples: number;
  texts: number;
  conversation: number;
  /** Its thing is open on the page, and the message leans on that. */
  page: number;
}

/** What each signal counts, in the exponent of the likelihood; all but `page` are fitted (bench/routing.md). */
export const WEIGHTS: Readonly<Record<keyof Signals, number>> = {
  tools: 11.5,
  description: 16.1,
  examples: 22.9,
  texts: 3.3,
  conversation: 3.1,
  page: 5,
};

/** Below these of examples and tools together, and of texts, nothing fits: "hello" is for nobody in particular. */
const NOTHING_FITS = { examplesAndTools: 0.35, texts: 0.35 };

export function weighAgents(signals: readonly Signals[]): {
  confidences: number[];
  best: number;
  why: WhyAgent;
} {
  const { examplesAndTools, texts: leastTexts } = NOTHING_FITS;
  const isSilent = ({ tools, examples, texts, conversation, page }: Signals) =>
    conversation + page <= 0 && tools + examples < examplesAndTools && texts < leastTexts;
  if (signals.every(isSilent))
    return { confidences: signals.map(() => 1 / signals.length), best: 0, why: 'first' };
  const confidences = shares(signals);
  const best = confidences.indexOf(Math.max(...confidences));
  return { confidences, best, why: reasonFor(signals, best) };
}

export function shares(signals: readonly Signals[]): number[] {
  const totals = signals.map((one) => keys.reduce((sum, key) => sum + WEIGHTS[key] * one[key], 0));
  const most = Math.max(...totals);
  const parts = totals.map((value) => Math.exp(value - most));
  const sum = parts.reduce((a, b) => a + b, 0);
  return parts.map((part) => part / sum);
}

const keys = Object.keys(WEIGHTS) as (keyof Signals)[];

function reasonFor(signals: readonly Signals[], best: number): WhyAgent {
  const lead = (key: keyof Signals): number => {
    const sum = signals.reduce((all, each) => all + each[key], 0);
    return WEIGHTS[key] * ((signals[best]?.[key] ?? 0) - sum / signals.length);
  };
  const most = keys.reduce((a, b) => (lead(b) > lead(a) ? b : a));
  return most === 'description' ? 'examples' : most;
}
