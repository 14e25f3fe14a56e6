import type { JsonObject } from '../../src/foundation/json.js';
import { readYaml } from './read-yaml.js';

/** The OpenAPI document of somebody else's shop, whose orders have every kind of field that a form can draw. */
export const shopDocument = readYaml('openapi/shop.yaml') as JsonObject;
