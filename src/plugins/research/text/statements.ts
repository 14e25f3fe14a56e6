/** What stands between the parts of a text of which something in the middle is left out. */
export const LEFT_OUT = ' … ';

/** An item without what joins it to the next one: ", or". */
export function withoutJoint(item: string): string {
  return item.replace(/(?:,? (?:und|oder|and|or)|[,;])$/, '');
}
