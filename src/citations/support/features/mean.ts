/** The mean of some numbers; 0 of none. */
export function mean(numbers: readonly number[]): number {
  if (numbers.length === 0) return 0;
  return numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
}
