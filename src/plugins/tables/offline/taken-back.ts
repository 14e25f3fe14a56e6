import * as kit from '../../../../samples/offline-model/kit.js';

const OPPOSITES: Readonly<Record<string, string>> = {
  ...{ hide: 'show', show: 'hide', add: 'remove' },
};
/** What is set needs no taking back where the same is set again. */
const SET = /^(width|align|format|set|replace)$/;

/** Calls that undo what the turn before changed, where the request takes that back: "no, hide the country instead". */
export function takenBack(
  { reading, transcript }: kit.World,
  now: readonly kit.WantedCall[],
): kit.WantedCall[] {
  if (!takesBack(reading, transcript)) return [];
  const calls = transcript.earlier.at(-1)?.exchanges ?? [];
  return calls.flatMap(({ name, isError, arguments: args }) => {
    const operation = kit.textOf(args['operation']);
    const isChange = !isError && /^apply_\w+_change$/.test(name);
    const isSame = (call: kit.WantedCall) =>
      call.name === name &&
      call.arguments['operation'] === operation &&
      (name === 'apply_sort_change' || call.arguments['column'] === args['column']);
    if (!isChange || (SET.test(operation) && now.some(isSame))) return [];
    const opposite = 'compute' in args ? undefined : OPPOSITES[operation];
    if (opposite === undefined)
      kit.giveUp(
        'I cannot take back what I changed before. Reject that preview, and say the whole change once more.',
      );
    const { header: _header, ...target } = args;
    return [{ name, arguments: { ...target, operation: opposite } }];
  });
}

/** "…, instead", "no, …" and "sorry, …", but for what is to be there as well, and for "instead of", which names what goes. */
function takesBack(reading: kit.Reading, { request }: kit.Transcript): boolean {
  const at = reading.tokens.findIndex(({ lower }) => lower === 'instead');
  const isInstead = at >= 0 && reading.lower(at + 1) !== 'of';
  const isNo = /^(?:(?:hm+|oh|ah)[ ,]+)?(?:no,|sorry\b|oops\b|wait\b)/i.test(request.trim());
  return (isInstead || isNo) && !reading.says('also', 'too', 'well', 'again', 'plus');
}
