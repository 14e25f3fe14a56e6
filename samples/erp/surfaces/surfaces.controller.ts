import { Get } from '@nestjs/common';
import { ErpController } from '../shared/erp-controller.js';
import { surfaces, type Surface } from './surfaces.js';

/** The configurable surfaces with their endpoints and constraints. */
@ErpController('v1/agent/catalog')
export class SurfacesController {
  @Get()
  catalog(): { surfaces: readonly Surface[] } {
    return { surfaces };
  }
}
