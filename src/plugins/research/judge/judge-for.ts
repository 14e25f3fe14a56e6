import type { LlmProvider } from '../../../llm/types.js';
import type { Judge } from './judge.js';
import { ModelJudge } from './model/model-judge.js';
import { offlineJudge } from './offline/offline-judge.js';

/** Who judges for a model: the offline provider reads requests to tools and no texts, so rules do. */
export function judgeFor(model: LlmProvider): Judge {
  return model.name === 'offline' ? offlineJudge : new ModelJudge(model);
}
