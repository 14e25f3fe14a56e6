export { createClient, type Client, type PreviewQuery } from './client.js';
export type { CallInit, ClientOptions } from './request.js';
export {
  followRun,
  type ChatRequest,
  type FilledForm,
  type FollowDeps,
  type RunSource,
  type RunUpdate,
} from './follow-run.js';
export { parseJson, writeJson } from '../../../src/foundation/exact-json.js';
export { ExactNumber } from '../../../src/foundation/exact-number.js';
export { readFrames, type Frame } from './frames.js';
export { ApiProblem, problemOf } from './problem.js';
export { waitOrOnline } from './wait.js';
export type * from './types.js';
