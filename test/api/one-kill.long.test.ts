import { survivesKills } from './kills.contract.js';

survivesKills(1);
