import { Get, HttpCode, Param, Post, Query, Req } from '@nestjs/common';
import type { Requester } from '../../../src/http/identity/identity.js';
import type { Page } from '../shared/list.model.js';
import { ErpController } from '../shared/erp-controller.js';
import { AlertsQuery, type Alert } from './alerts.model.js';
import { AlertsService } from './alerts.service.js';

/** `/v1/workflow/alerts` and `/v1/workflow/rules/:id/alerts`. */
@ErpController('v1/workflow')
export class AlertsController {
  constructor(private readonly service: AlertsService) {}

  @Get('alerts/mine')
  mine(@Req() request: Requester, @Query() query: AlertsQuery): Promise<Page<Alert>> {
    return this.service.mine(request, query);
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
  acknowledge(@Param('id') id: string, @Req() request: Requester): Promise<Alert> {
    return this.service.apply(id, 'acknowledge', request);
  }

  @Post('alerts/:id/dismiss')
  @HttpCode(200)
  dismiss(@Param('id') id: string, @Req() request: Requester): Promise<Alert> {
    return this.service.apply(id, 'dismiss', request);
  }
}
