import { survivesKills } from './kills.contract.js';

survivesKills(Number(process.env['KILLS'] ?? 4));
