import { expect, test } from '@jest/globals';
import { detailLevelOf } from './fixed-pipeline.js';

test.each([
  ['What is the value of Highlands?', 'simple'],
  ['What is the notice period?', 'simple'],
  ['How long do we keep rejected goods?', 'simple'],
  ['Wie lange bleibt die Ware gesperrt?', 'simple'],
  ['Who signs?', 'simple'],
  ['Tell me about the roof', 'concise'],
  [
    'What should a driver know who brings chilled goods to Berlin on a Sunday in summer?',
    'concise',
  ],
  ['Compare the valuations from 2023 and 2024', 'detailed'],
  ['What is the difference between both policies?', 'detailed'],
  ['Gib mir einen Überblick über alle Regeln', 'detailed'],
  ['Summarise the handbook', 'detailed'],
])('%s: %s', (question, level) => {
  expect(detailLevelOf(question)).toBe(level);
});
