import { Get } from '@nestjs/common';
import { PlatformController } from '../shared/platform-controller.js';
import { surfaces, type Surface } from './surfaces.js';

/** The configurable surfaces with their endpoints and constraints. */
@PlatformController('v1/agent/catalog')
export class SurfacesController {
  @Get()
  catalog(): { surfaces: readonly Surface[] } {
    return { surfaces };
  }
}
