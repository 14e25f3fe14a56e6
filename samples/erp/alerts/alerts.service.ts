import { Injectable } from '@nestjs/common';
import { AppError } from '../../../src/foundation/errors.js';
import type { Requester } from '../../../src/http/identity/identity.js';
import { CallerResolver } from '../caller.js';
import { toPage, type Page } from '../shared/list.model.js';
import { requireUuid } from '../shared/require-uuid.js';
import { alertTransitions, type AlertEvent } from './alert-states.js';
import type { Alert, AlertsQuery } from './alerts.model.js';
import { AlertsStore } from './alerts.store.js';

/** Reads alerts and moves them on. */
@Injectable()
export class AlertsService {
  constructor(
    private readonly store: AlertsStore,
    private readonly callers: CallerResolver,
  ) {}

  /** Alerts addressed to the caller or to one of the caller's roles. */
  async mine(requester: Requester, query: AlertsQuery): Promise<Page<Alert>> {
    const caller = await this.callers.resolve(requester);
    const { alerts, total } = await this.store.listFor(caller, query);
    return toPage(alerts, total, query);
  }

  /** Alerts a rule raised; rejects with `not_found` when there is no such rule. */
  async ofRule(ruleId: string, query: AlertsQuery): Promise<Page<Alert>> {
    if (!(await this.store.ruleExists(requireUuid(ruleId, 'rule'))))
      throw new AppError('not_found', `There is no rule with the id '${ruleId}'.`);
    const { alerts, total } = await this.store.listOfRule(ruleId, query);
    return toPage(alerts, total, query);
  }

  /** Rejects with `not_found`. */
  async get(id: string): Promise<Alert> {
    const alert = await this.store.find(requireUuid(id, 'alert'));
    if (alert !== undefined) return alert;
    throw new AppError('not_found', `There is no alert with the id '${id}'.`);
  }

  /** Does `event` to an alert; doing it twice changes nothing. Rejects with `conflict` when it is too late for it. */
  async apply(id: string, event: AlertEvent, requester: Requester): Promise<Alert> {
    const caller = await this.callers.resolve(requester);
    const alert = await this.get(id);
    const next = alertTransitions[alert.status][event];
    if (next === 'refused') throw refused(alert, event);
    if (next === alert.status) return alert;
    const moved = await this.store.move(id, alert.status, next, caller.id);
    // Someone else was faster: what they did decides now.
    return moved ? this.get(id) : this.apply(id, event, requester);
  }
}

function refused(alert: Alert, event: AlertEvent): AppError {
  const message = `The alert "${alert.title}" is ${alert.status} already; there is nothing left to ${event}.`;
  return new AppError('conflict', message, [{ path: 'status', message }]);
}
