import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '../../../../src/foundation/clock.js';
import type { JsonObject } from '../../../../src/foundation/json.js';
import { KnowledgeStore } from '../knowledge.store.js';
import { toGraph } from '../rules/place-graph.js';
import type { SimulateDto } from '../rules/rules.dto.js';
import { requireValid, RulesService } from '../rules/rules.service.js';
import { readRule } from '../validation/validate-rule.js';
import { WORKFLOW_CLOCK } from '../workflow-clock.token.js';
import { countFirings, uncounted, windowOf, type Estimate } from './estimate.js';
import { LiveDataStore } from './live-data.store.js';
import { simulate, type Simulation } from './simulate.js';

/** Walks rules with made-up events and counts past ones; writes nothing. */
@Injectable()
export class SimulationService {
  constructor(
    private readonly rules: RulesService,
    private readonly knowledge: KnowledgeStore,
    private readonly live: LiveDataStore,
    @Inject(WORKFLOW_CLOCK) private readonly clock: Clock,
  ) {}

  /** The way an event would take through a stored rule; rejects with `not_found`. */
  async simulateStored(id: string, event: SimulateDto): Promise<Simulation> {
    return simulate(toGraph(await this.rules.get(id)), event, this.live, this.clock());
  }

  /** The same for a rule that is not stored; rejects with `invalid_rule`. */
  async simulateUnsaved(body: JsonObject, event: SimulateDto): Promise<Simulation> {
    const { graph, errors } = readRule(body, await this.knowledge.load());
    return simulate(requireValid(graph, errors), event, this.live, this.clock());
  }

  /** How often a stored rule would have fired in the last days of the data; rejects with `not_found`. */
  async estimate(id: string, days: number): Promise<Estimate> {
    const graph = toGraph(await this.rules.get(id));
    const window = windowOf(graph, days, await this.knowledge.load());
    if ('note' in window) return uncounted(days, window.note);
    return countFirings(graph, window, await this.live.recentRows(window));
  }
}
