import { Injectable } from '@nestjs/common';
import { toPage, type Page, type SearchQuery } from '../shared/list.model.js';
import type { Role, User } from './people.model.js';
import { PeopleStore } from './people.store.js';

/** Finds the people that alerts, mails and approvals can go to. */
@Injectable()
export class PeopleService {
  constructor(private readonly store: PeopleStore) {}

  /** One page of users. */
  async users(query: SearchQuery): Promise<Page<User>> {
    const { items, total } = await this.store.users(query);
    return toPage(items, total, query);
  }

  /** One page of roles. */
  async roles(query: SearchQuery): Promise<Page<Role>> {
    const { items, total } = await this.store.roles(query);
    return toPage(items, total, query);
  }
}
