import { Get, Query } from '@nestjs/common';
import { SearchQuery, type Page } from '../shared/list.model.js';
import { ErpController } from '../shared/erp-controller.js';
import type { Role, User } from './people.model.js';
import { PeopleService } from './people.service.js';

/** `/v1/core`: users and roles. */
@ErpController('v1/core')
export class PeopleController {
  constructor(private readonly service: PeopleService) {}

  @Get('users')
  users(@Query() query: SearchQuery): Promise<Page<User>> {
    return this.service.users(query);
  }

  @Get('roles')
  roles(@Query() query: SearchQuery): Promise<Page<Role>> {
    return this.service.roles(query);
  }
}
