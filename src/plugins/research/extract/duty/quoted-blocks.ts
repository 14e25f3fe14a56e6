import { defined } from '../../../../foundation/defined.js';
import { firstChars } from '../../../../foundation/first-chars.js';
import type { Block } from '../../../../knowledge/blocks.js';
import { openingOf } from '../../../../references/list-openings.js';
import { LEFT_OUT, withoutJoint } from '../../text/statements.js';
import { MAX_TEXT_CHARS, type ReferencedText } from '../resolve-reference.js';

/** The blocks whose words a block continues, as positions. */
export function openings(blocks: readonly Block[], at: number): number[] {
  return openingOf(
    blocks.map(({ text }) => text),
    at,
  );
}

/** A block as it is read and quoted, or a sentence of it: with the words it continues. */
export function quotedWithOpening(
  blocks: readonly Block[],
  at: number,
  place: { documentId: string; document: string; heading: string },
  sentence?: string,
): ReferencedText & { quote: string } {
  const own = [...openings(blocks, at), at].flatMap((each) => blocks[each] ?? []);
  const quote = own
    .map(({ text, position }, which) => {
      const next = own[which + 1];
      if (next === undefined)
        return which === 0 ? (sentence ?? text) : withoutJoint(sentence ?? text);
      return `${text}${next.position === position + 1 ? '\n' : LEFT_OUT}`;
    })
    .join('');
  return { ...quotedBlocks(own, place), chunkId: own.at(-1)?.id ?? '', quote };
}

/** Some blocks of one place as a text that was found. */
export function quotedBlocks(
  own: readonly Block[],
  place: { documentId: string; document: string; heading: string },
): ReferencedText {
  return {
    ...place,
    ...defined({ page: own.at(-1)?.page }),
    chunkId: own[0]?.id ?? '',
    blockIds: own.map(({ id }) => id),
    chunk: firstChars(own.map(({ text }) => text).join('\n'), MAX_TEXT_CHARS),
  };
}
