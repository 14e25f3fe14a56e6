export { createClient, type Client, type PreviewQuery } from './client.js';
export {
  followRun,
  readFrames,
  type ChatRequest,
  type FilledForm,
  type FollowDeps,
  type Frame,
  type RunSource,
  type RunUpdate,
} from './follow-run.js';
export { parseJson, writeJson } from '../../../src/foundation/exact-json.js';
export { ExactNumber } from '../../../src/foundation/exact-number.js';
export { ApiProblem, problemOf, waitOrOnline } from './request.js';
export type * from './request.js';
