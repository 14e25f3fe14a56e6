import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { AppError } from '../errors.js';
import { isPublicAddress } from './public-address.js';
import { publicUrl } from './public-url.js';

describe('an address that is not called', () => {
  test.each([
    ['loopback', 'http://127.0.0.1/'],
    ['all of loopback', 'http://127.8.9.10/'],
    ['decimal', 'http://2130706433/'],
    ['octal', 'http://0177.0.0.1/'],
    ['hex', 'http://0x7f000001/'],
    ['hex in parts', 'http://0x7f.0x0.0x0.0x1/'],
    ['short', 'http://127.1/'],
    ['zero', 'http://0/'],
    ['unspecified', 'http://0.0.0.0/'],
    ['with a trailing dot', 'http://127.0.0.1./'],
    ['in full-width digits', 'http://１２７.０.０.１/'],
    ['with an ideographic full stop', 'http://127。0。0。1/'],
    ['with its dots encoded', 'http://127%2e0%2e0%2e1/'],
    ['in circled digits', 'http://①②⑦.⓪.⓪.①/'],
    ['IPv6 loopback', 'http://[::1]/'],
    ['IPv6 unspecified', 'http://[::]/'],
    ['IPv4 in IPv6, mapped', 'http://[::ffff:127.0.0.1]/'],
    ['IPv4 in IPv6, mapped in hex', 'http://[::ffff:7f00:1]/'],
    ['IPv4 in IPv6, compatible', 'http://[::127.0.0.1]/'],
    ['IPv4 in IPv6, translated', 'http://[::ffff:0:127.0.0.1]/'],
    ['NAT64', 'http://[64:ff9b::127.0.0.1]/'],
    ['NAT64 of a local kind', 'http://[64:ff9b:1::7f00:1]/'],
    ['6to4', 'http://[2002:7f00:1::]/'],
    ['Teredo', 'http://[2001:0:7f00:1::]/'],
    ['unique local', 'http://[fd12:3456::1]/'],
    ['link-local IPv6', 'http://[fe80::1]/'],
    ['site-local', 'http://[fec0::1]/'],
    ['multicast IPv6', 'http://[ff02::1]/'],
    ['metadata of most clouds', 'http://169.254.169.254/latest/meta-data/'],
    ['metadata of Alibaba', 'http://100.100.100.200/'],
    ['metadata of Oracle', 'http://192.0.0.192/'],
    ['metadata of AWS over IPv6', 'http://[fd00:ec2::254]/'],
    ['metadata by name', 'http://metadata.google.internal/'],
    ['private 10', 'https://10.1.2.3/'],
    ['private 172', 'https://172.16.0.1/'],
    ['private 192', 'https://192.168.1.1/'],
    ['carrier-grade NAT', 'http://100.64.0.1/'],
    ['benchmarks', 'http://198.18.0.1/'],
    ['documentation', 'http://203.0.113.7/'],
    ['multicast', 'http://224.0.0.1/'],
    ['broadcast', 'http://255.255.255.255/'],
    ['reserved', 'http://240.0.0.1/'],
    ['localhost', 'http://localhost/'],
    ['localhost with a dot', 'http://localhost./'],
    ['localhost below a name', 'http://a.LOCALHOST/'],
    ['a name of mDNS', 'http://printer.local/'],
    ['a name of one label', 'http://intranet/'],
    ['a user', 'http://www.example.com@127.0.0.1/'],
    ['a user before a public name', 'http://user:pw@www.example.com/'],
    ['a port of a database', 'http://www.example.com:5432/'],
    ['a port next to the web', 'http://www.example.com:8080/'],
    ['files', 'file:///etc/passwd'],
    ['gopher', 'gopher://www.example.com/_x'],
    ['data', 'data:text/html,x'],
    ['javascript', 'javascript:alert(1)'],
    ['ftp', 'ftp://www.example.com/'],
    ['no scheme', 'www.example.com'],
    ['nothing', ''],
    ['a backslash for a slash', 'http:\\\\127.0.0.1\\'],
    ['too long', `http://www.example.com/${'a'.repeat(3000)}`],
  ])('%s: %s', (_name, url) => {
    let error: unknown;
    try {
      publicUrl(url);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(AppError);
    expect((error as AppError).code).toBe('invalid_arguments');
    expect((error as AppError).message).toContain('Give a public web address');
  });
});

test.each([
  'https://www.example.com/a/b?q=1#x',
  'http://example.com',
  'https://example.com:443/',
  'http://93.184.216.34/',
  'http://[2606:4700:4700::1111]/',
  'https://bücher.example/',
  'https://www.example.com./',
])('%s is called', (url) => {
  expect(publicUrl(url).href).toBe(new URL(url).href);
});

const byte = fc.integer({ min: 0, max: 255 });

test('property: no IPv4 address of the inside passes, in any spelling', () => {
  const inside = fc.oneof(
    fc.tuple(fc.constantFrom(0, 10, 127), byte, byte, byte),
    fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), byte, byte),
    fc.tuple(fc.constant(192), fc.constant(168), byte, byte),
    fc.tuple(fc.constant(169), fc.constant(254), byte, byte),
    fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), byte, byte),
    fc.tuple(fc.integer({ min: 224, max: 255 }), byte, byte, byte),
  );
  fc.assert(
    fc.property(inside, ([a, b, c, d]) => {
      const number = ((a * 256 + b) * 256 + c) * 256 + d;
      const [high, low] = [(a * 256 + b).toString(16), (c * 256 + d).toString(16)];
      const spellings = [
        `${a}.${b}.${c}.${d}`,
        String(number),
        `0x${number.toString(16)}`,
        [a, b, c, d].map((part) => `0${part.toString(8)}`).join('.'),
        `${a}.${b}.${c * 256 + d}`,
        ...['::ffff', '64:ff9b:', '::ffff:0', ':'].map((prefix) => `[${prefix}:${high}:${low}]`),
        `[2002:${high}:${low}::1]`,
      ];
      for (const host of spellings) expect(() => publicUrl(`http://${host}/`)).toThrow(AppError);
    }),
  );
});

test('property: IPv6 outside of the public part is not public', () => {
  const group = fc.integer({ min: 0, max: 0xffff });
  fc.assert(
    fc.property(fc.tuple(group, group, group, group, group, group, group, group), (groups) => {
      const address = groups.map((part) => part.toString(16)).join(':');
      const inside = groups[0] < 0x2000 || groups[0] > 0x3fff;
      if (inside) expect(isPublicAddress(address)).toBe(false);
    }),
  );
});

test('property: what is no address is not public', () => {
  fc.assert(
    fc.property(fc.string(), (text) => (!/^[\d.]+$|:/.test(text) ? !isPublicAddress(text) : true)),
  );
  for (const text of ['1', '127.1', '0x7f.1', '1.1.1.1.', '2606::1%eth0', '']) {
    expect(isPublicAddress(text)).toBe(false);
  }
});
