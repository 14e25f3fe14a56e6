export type { Role, User } from '../../../src/platform/types.js';
