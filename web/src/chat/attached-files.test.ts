import { expect, test } from '@jest/globals';
import { filesIn, withoutData } from './attached-files.js';

const file = (data_url: string, drawn: boolean) => ({ kind: 'image', data_url, drawn });

test('draws raster data, offers other data, and loads nothing from elsewhere', () => {
  const png = file('data:image/png;base64,AA==', true);
  const bytes = file('data:application/octet-stream;base64,AA==', false);
  const attachments = [
    ...[png, bytes, file('https://evil.example/x.png', true), file('javascript:alert(1)', false)],
    ...[
      file('data:image/svg+xml;base64,AA==', true),
      file('data:text/html,x', false),
      'text',
      null,
    ],
  ];
  expect(filesIn({ attachments })).toEqual([png, bytes]);
  for (const other of [undefined, null, 'text', [], { attachments: 'x' }])
    expect(filesIn(other)).toEqual([]);
});

test('the data is left out of what is read', () => {
  const result = { answer: 1, attachments: [file('data:image/png;base64,AA==', true)] };
  expect(withoutData(result)).toEqual({ answer: 1, attachments: [{ kind: 'image', drawn: true }] });
  expect(withoutData({ answer: 1 })).toEqual({ answer: 1 });
});
