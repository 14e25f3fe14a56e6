import { Get, Headers, HttpCode, Param, Post, Query } from '@nestjs/common';
import type { Page } from '../shared/list.model.js';
import { PlatformController } from '../shared/platform-controller.js';
import { AlertsQuery, type Alert } from './alerts.model.js';
import { AlertsService } from './alerts.service.js';

/** `/v1/workflow/alerts` and `/v1/workflow/rules/:id/alerts`. */
@PlatformController('v1/workflow')
export class AlertsController {
  constructor(private readonly service: AlertsService) {}

  @Get('alerts/mine')
  mine(
    @Headers('authorization') authorization: string | undefined,
    @Query() query: AlertsQuery,
  ): Promise<Page<Alert>> {
    return this.service.mine(authorization, query);
  }

  @Get('alerts/:id')
  get(@Param('id') id: string): Promise<Alert> {
    return this.service.get(id);
  }

  @Get('rules/:id/alerts')
  ofRule(@Param('id') id: string, @Query() query: AlertsQuery): Promise<Page<Alert>> {
    return this.service.ofRule(id, query);
  }

  @Post('alerts/:id/acknowledge')
  @HttpCode(200)
  acknowledge(
    @Param('id') id: string,
    @Headers('authorization') authorization: string | undefined,
  ): Promise<Alert> {
    return this.service.apply(id, 'acknowledge', authorization);
  }

  @Post('alerts/:id/dismiss')
  @HttpCode(200)
  dismiss(
    @Param('id') id: string,
    @Headers('authorization') authorization: string | undefined,
  ): Promise<Alert> {
    return this.service.apply(id, 'dismiss', authorization);
  }
}
