export type { Role, User } from '../client/types.js';
