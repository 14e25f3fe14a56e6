/** What became of one case for one provider: `yes` passed, `no` failed, `–` the API has no such thing. */
export type Outcome = 'yes' | 'no' | '–';

/** Collects outcomes by case and provider, and draws them as a Markdown table. */
export class Report {
  private readonly rows = new Map<string, Map<string, Outcome>>();

  constructor(private readonly providers: readonly string[]) {}

  note(provider: string, name: string, outcome: Outcome): void {
    const row = this.rows.get(name) ?? new Map<string, Outcome>();
    this.rows.set(name, row.set(provider, outcome));
  }

  /** The table as it stands in test/llm/conformance.md. */
  table(): string {
    const header = ['case', ...this.providers];
    const rows = [...this.rows].map(([name, row]) => [
      name,
      ...this.providers.map((provider) => row.get(provider) ?? '–'),
    ]);
    const widths = header.map((_cell, at) =>
      Math.max(...[header, ...rows].map((row) => (row[at] ?? '').length)),
    );
    const line = (cells: readonly string[]) =>
      `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
    const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
    return [line(header), rule, ...rows.map(line)].join('\n');
  }
}
