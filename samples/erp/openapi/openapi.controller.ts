import { Get } from '@nestjs/common';
import type { Surface } from '../../../src/platform/types.js';
import { ErpController } from '../shared/erp-controller.js';
import { readData } from '../shared/seeder.js';
import { openApiDocument, type OpenApiDocument } from './document.js';

/** Everything that can be configured; a test checks that every path is a route. */
export const surfaces = readData<readonly Surface[]>('surfaces.json');

/** What this API offers, for programs and for those who ask what can be configured. */
@ErpController('v1')
export class OpenApiController {
  @Get('openapi.json')
  document(): OpenApiDocument {
    return openApiDocument;
  }

  /** The configurable surfaces with their endpoints and constraints. */
  @Get('agent/catalog')
  catalog(): { surfaces: readonly Surface[] } {
    return { surfaces };
  }
}
