import { Module } from '@nestjs/common';
import { SurfacesController } from './surfaces.controller.js';

/** `/v1/agent/catalog`. */
@Module({ controllers: [SurfacesController] })
export class SurfacesModule {}
