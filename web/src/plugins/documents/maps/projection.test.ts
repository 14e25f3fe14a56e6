import fc from 'fast-check';
import { holds } from '../../../../../test/support/property.js';
import {
  degreesText,
  fitProjection,
  MARGIN,
  placeLabels,
  siteMapOf,
  type Site,
} from './projection.js';

const at = (latitude: number, longitude: number): Site => ({ name: 'Site', latitude, longitude });
const between = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const side = (max: number) => fc.integer({ min: 200, max });
const sizes = fc.record({ width: side(900), height: side(700) });
const site = fc.record({ latitude: between(-90, 90), longitude: between(-180, 180) });
const named = site.map(({ latitude, longitude }) => at(latitude, longitude));
const places = fc.array(named, { minLength: 1, maxLength: 20 });

test('the projection holds every site within the margin, north above south', () =>
  holds([places, sizes], (sites, size) => {
    const { place } = fitProjection(sites, size);
    const points = sites.map((site) => ({ site, ...place(site) }));
    for (const { x, y } of points) {
      expect(x).toBeGreaterThan(MARGIN - 0.01);
      expect(x).toBeLessThan(size.width - MARGIN + 0.01);
      expect(y).toBeGreaterThan(MARGIN - 0.01);
      expect(y).toBeLessThan(size.height - MARGIN + 0.01);
    }
    const downward = points.toSorted((a, b) => b.site.latitude - a.site.latitude).map(({ y }) => y);
    expect(downward).toEqual(downward.toSorted((a, b) => a - b));
  }));

test('the projection places a site on the lines of its degrees', () => {
  const size = { width: 600, height: 450 };
  const { place, meridians, parallels } = fitProjection([at(45, 5), at(52, 13)], size);
  expect(parallels.map(({ degrees }) => degrees)).toEqual([46, 48, 50, 52]);
  for (const line of parallels) expect(place(at(line.degrees, 9)).y).toBeCloseTo(line.at);
  const between = meridians.filter(({ degrees }) => degrees >= 5);
  expect(between.length).toBeGreaterThan(2);
  for (const line of between) expect(place(at(48, line.degrees)).x).toBeCloseTo(line.at);
});

test('the projection: a degree of longitude is as much shorter as it is in the middle', () => {
  const { place } = fitProjection([at(59, 10), at(61, 14)], { width: 600, height: 600 });
  const corner = place(at(60, 11));
  expect((place(at(60, 12)).x - corner.x) / (corner.y - place(at(61, 11)).y)).toBeCloseTo(0.5);
});

test('the projection: sites on both sides of 180° stay together', () => {
  const size = { width: 600, height: 400 };
  const { place, meridians } = fitProjection([at(0, 179), at(0, -179)], size);
  expect(place(at(0, 179)).x).toBeLessThan(place(at(0, -179)).x);
  expect(meridians.every(({ degrees }) => Math.abs(degrees) > 170)).toBe(true);
});

test('names cover neither each other nor markers; where there is no room there is none', () => {
  const size = { width: 400, height: 300 };
  const crowd = Array.from({ length: 20 }, () => ({ x: 200, y: 150, name: 'Warehouse' }));
  const labels = placeLabels([...crowd, { x: 390, y: 40, name: 'East' }], size);
  expect(labels.at(-1)).toMatchObject({ anchor: 'end' });
  const drawn = labels.slice(0, 20).flatMap((label) => label ?? []);
  expect(drawn.length).toBeGreaterThan(0);
  expect(drawn.length).toBeLessThan(20);
  expect(new Set(drawn.map(({ y, anchor }) => `${y} ${anchor}`)).size).toBe(drawn.length);
});

test.each([
  [52.5174, 'latitude', '52.5174° N'],
  [-0.1, 'longitude', '0.1° W'],
  [-33, 'latitude', '33° S'],
] as const)('%d of %s is %s', (degrees, axis, text) => {
  expect(degreesText(degrees, axis)).toBe(text);
});

test('only places on earth are sites', () => {
  const good = { name: 'A', latitude: 1, longitude: 2, city: 'Lyon', country: 'FR' };
  const sites = [good, { ...good, latitude: 91 }, { ...good, longitude: '2' }, 'x', { name: 'B' }];
  const placed = { name: 'A', latitude: 1, longitude: 2, town: 'Lyon, FR' };
  const map = siteMapOf({ sites, without_coordinates: ['C', 4] });
  expect(map).toEqual({ sites: [placed], unplaced: ['C'], more: 0 });
  expect(siteMapOf({ sites: [{ name: 'B' }] })).toBeUndefined();
});
