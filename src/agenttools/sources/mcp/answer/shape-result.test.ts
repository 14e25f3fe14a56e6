import { shapeResult, wholeResult } from './shape-result.js';

const text = (value: unknown) => ({
  content: [{ type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) }],
});

test('a long list is cut by whole items for the model, and shown whole to people', () => {
  const items = Array.from({ length: 2000 }, (_, id) => ({ id, name: `The item number ${id}` }));
  const raw = text(items);
  const shaped = shapeResult('list', raw) as { note: string; answer: unknown[] };
  expect(shaped.answer.length).toBeLessThan(items.length);
  expect([shaped.answer[0], wholeResult(raw, shaped)]).toEqual([items[0], { answer: items }]);
});

test('long lines are too, and what is structured counts before texts', () => {
  const lines = Array.from({ length: 5000 }, (_, at) => `line ${at}`).join('\n');
  const shaped = shapeResult('read', text(lines));
  expect(JSON.stringify(shaped).length).toBeLessThan(lines.length);
  expect(wholeResult(text(lines), shaped)).toEqual({ answer: lines });
  const both = { ...text('other'), structuredContent: { temperature: 7 } };
  expect(shapeResult('weather', both)).toEqual({ temperature: 7 });
});

test('what the model gets whole is shown once', () => {
  for (const raw of [text({ a: 1 }), text('short'), text([1, 2]), { content: [] }])
    expect(wholeResult(raw, shapeResult('get', raw))).toBeUndefined();
});

test('pictures are described, and links are links only where they lead to the web', () => {
  const shaped = shapeResult('get', {
    content: [
      { type: 'image', mimeType: 'image/png', data: 'AAAA' },
      { type: 'resource_link', uri: 'https://a.example/x', name: 'X' },
      { type: 'resource_link', uri: 'javascript:alert(1)', name: 'Y' },
    ],
  });
  expect(shaped).toMatchObject({
    attachments: [
      { kind: 'image', mime_type: 'image/png', bytes: 3 },
      { kind: 'link', url: 'https://a.example/x' },
      { kind: 'link', uri: 'javascript:alert(1)' },
    ],
  });
  expect(JSON.stringify(shaped)).not.toContain('AAAA');
});

describe('a file', () => {
  const png = Buffer.from('89504e470d0a1a0a0000', 'hex').toString('base64');
  const image = (data: string, mimeType = 'image/png') => ({
    content: [{ type: 'image', mimeType, data }],
  });
  const shownOf = (raw: ReturnType<typeof image>) =>
    wholeResult(raw, shapeResult('get', raw)) as { attachments: object[] } | undefined;

  test('that is a raster image is drawn for people; the model gets its kind and size', () => {
    expect(shownOf(image(png))).toMatchObject({
      attachments: [{ kind: 'image', data_url: `data:image/png;base64,${png}`, drawn: true }],
    });
    expect(JSON.stringify(shapeResult('get', image(png)))).not.toContain(png);
  });

  test.each([
    ['an SVG', '<svg onload="alert(1)"/>', 'image/svg+xml'],
    ['a page that is called a PNG', '<script>1</script>', 'image/png'],
  ])('%s is a download and is not drawn', (_what, text, mimeType) => {
    const data = Buffer.from(text).toString('base64');
    expect(shownOf(image(data, mimeType))).toMatchObject({
      attachments: [{ data_url: `data:application/octet-stream;base64,${data}`, drawn: false }],
    });
  });

  test.each([
    ['no base64', '"><script>'],
    ['too large', 'A'.repeat(160_004)],
  ])('that is %s is described only', (_what, data) => expect(shownOf(image(data))).toBeUndefined());

  test('of a resource is offered, as many as there is room for', () => {
    const blob = 'A'.repeat(100_000);
    const file = { type: 'resource', resource: { uri: 'file:///a.bin', blob } };
    const raw = { content: [{ type: 'text', text: 'two files' }, file, file] };
    const shown = wholeResult(raw, shapeResult('get', raw)) as { attachments: object[] };
    expect(shown.attachments.map((one) => 'data_url' in one)).toEqual([true, false]);
  });
});
