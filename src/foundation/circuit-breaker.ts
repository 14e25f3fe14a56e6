import type { Clock } from './clock.js';

/** When a service counts as one that hangs, and how long it is left alone then, in ms. */
export interface BreakerLimits {
  /** A call that fails after so long or longer hung; one that fails sooner costs nobody any time. */
  hangMs: number;
  restMs: number;
}

/** After a call that hung, others fail at once in the same way until the rest is over or one succeeds. */
export class CircuitBreaker {
  private hung: { fault: Error; until: number } | undefined;

  constructor(
    private readonly limits: BreakerLimits,
    private readonly clock: Clock,
  ) {}

  /** Rejects as `call` does, or with what `faultOf` made of the hung call's error; undefined: it says nothing. */
  async run<T>(call: () => Promise<T>, faultOf: (error: unknown) => Error | undefined): Promise<T> {
    const started = this.clock().getTime();
    if (this.hung !== undefined && started < this.hung.until) throw this.hung.fault;
    try {
      const answer = await call();
      this.close();
      return answer;
    } catch (error) {
      const ended = this.clock().getTime();
      const { hangMs, restMs } = this.limits;
      const fault = ended - started >= hangMs ? faultOf(error) : undefined;
      if (fault !== undefined) this.hung = { fault, until: ended + restMs };
      throw error;
    }
  }

  /** Ends the rest: the service has answered somebody. */
  close(): void {
    this.hung = undefined;
  }
}
