/** Values in memory for a while: each until it is `ttlMs` old, and of more than `max` the one set longest ago goes. */
export class RecentMap<V> {
  private readonly entries = new Map<string, { value: V; at: number }>();

  constructor(
    private readonly max: number,
    private readonly ttlMs = Infinity,
    private readonly now: () => number = () => Date.now(),
  ) {}

  get(key: string): V | undefined {
    const entry = this.entries.get(key);
    return entry === undefined || this.now() - entry.at > this.ttlMs ? undefined : entry.value;
  }

  set(key: string, value: V): void {
    this.entries.delete(key);
    this.entries.set(key, { value, at: this.now() });
    const [oldest] = this.entries.keys();
    if (this.entries.size > this.max && oldest !== undefined) this.entries.delete(oldest);
  }
}
