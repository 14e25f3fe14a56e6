import { describe, expect, it } from '@jest/globals';
import { lightStem, stem } from './english-stem.js';

describe('lightStem', () => {
  it.each([
    ['create', 'created', 'creates', 'creating'],
    ['query', 'queries'],
    ['movie', 'movies'],
    ['copy', 'copied', 'copies'],
    ['category', 'categories'],
    ['run', 'running', 'runs'],
    ['box', 'boxes'],
    ['alert', 'alerts', 'alerted', 'alerting'],
  ])('brings the forms of %s together', (...forms) => {
    expect(new Set(forms.map(lightStem)).size).toBe(1);
  });

  it.each(['is', 'bus', 'status', 'class', 'feed', 'red', 'king', 'id', 'day', 'key'])(
    'leaves %s whole',
    (word) => {
      expect(lightStem(word)).toBe(word);
    },
  );
});

describe('stem', () => {
  it.each([
    ['tell', 'told', 'Telling'],
    ['rule', 'rules', 'rule’s', "rules'"],
    ['hide', 'hidden'],
    ['add', 'adds', 'added', 'adding'],
    ['movie', 'movies'],
  ])('brings the forms of %s together', (...forms) => {
    expect(new Set(forms.map(stem)).size).toBe(1);
  });
});
