/** Metrics in the text format of Prometheus, each series by its name and labels as they were written. */
export function readMetrics(text: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}

/** The series of one metric of ours: labels as written → value. */
export function seriesOf(metrics: Map<string, number>, name: string): Record<string, number> {
  const own = [...metrics].flatMap(([series, value]): [string, number][] => {
    const [, found, labels = ''] = /^sextant_(\w+?)(?:\{(.*)\})?$/.exec(series) ?? [];
    return found === name ? [[labels, value]] : [];
  });
  return Object.fromEntries(own);
}
