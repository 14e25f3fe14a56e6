import { stemsOf } from '../../../knowledge/outside/keywords.js';
import { isBlock, type Evidence, type ReadBlock } from '../../../citations/evidence.js';

/** The blocks that were read and share the most words with a question, the best first. */
export function bestBlocks(question: string, evidence: Evidence, limit: number): ReadBlock[] {
  const wanted = new Set(stemsOf(question));
  const scored = evidence
    .all()
    .filter(isBlock)
    .map((block) => ({
      block,
      score: stemsOf(block.text).filter((stem) => wanted.has(stem)).length,
    }));
  const fitting = scored.filter(({ score }) => score > 0);
  return fitting
    .sort((a, b) => b.score - a.score || a.block.number - b.block.number)
    .slice(0, limit)
    .map(({ block }) => block);
}
