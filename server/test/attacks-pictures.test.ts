import type { ChildProcess } from 'node:child_process';
import { Resolver } from 'node:dns/promises';
import type { ServerResponse } from 'node:http';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { addressesOf, type FetchTerms } from '../src/outbound/fetch-public.js';
import { isPublicAddress } from '../src/outbound/public-address.js';
import { fetchPicture } from '../src/pictures/fetch-picture.js';
import { makePicture } from '../src/pictures/make-picture.js';
import { PictureError } from '../src/pictures/picture-error.js';
import { PictureMakers, startProcess } from '../src/pictures/picture-makers.js';
import { stripPng } from '../src/pictures/strip-png.js';
import { DnsServer } from './dns-server.js';
import { PICTURES_CERTIFICATE, type PictureServer, pictureServer, plainPicture } from './picture-server.js';

const servers: { close(): void }[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
  }
});

async function open<Server extends PictureServer | DnsServer>(opening: Promise<Server>): Promise<Server> {
  const server = await opening;
  servers.push(server);
  return server;
}

/** The address of this machine that plays the public internet in this test. */
const PUBLIC_HERE = '127.0.0.1';
/** Another address of this machine, which stays private. */
const PRIVATE_HERE = '127.0.0.2';

const TERMS: FetchTerms = { ca: PICTURES_CERTIFICATE, isAllowed: (address) => address === PUBLIC_HERE };

/** The size of the picture, or the reason for its refusal. */
async function outcomeOf(url: string, terms: FetchTerms = TERMS): Promise<string> {
  const stop = new AbortController();
  return fetchPicture(url, stop.signal, terms).then(
    (bytes) => `${bytes.length} bytes`,
    (error: Error) => `${error.name}: ${error.message}`,
  );
}

async function refusalOf(original: Buffer): Promise<string> {
  return makePicture(original).then(
    () => 'made',
    (error: Error) => `${error.name}: ${error.message}`,
  );
}

describe('an address is public', () => {
  it.each(['8.8.8.8', '93.184.216.34', '2606:4700:4700::1111', '2a00:1450:4001:800::200e'])(
    '%s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );
});

describe('an address is not public', () => {
  it.each([
    '127.0.0.1',
    '127.8.9.1',
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '100.64.0.1',
    '169.254.169.254',
    '172.16.5.4',
    '172.31.255.255',
    '192.0.0.8',
    '192.0.2.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.7',
    '203.0.113.9',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::7f00:1',
    '::ffff:10.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b:1::a00:1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    'localhost',
    '',
  ])('%s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('a picture is not fetched', () => {
  it.each([
    ['http://pictures.example/1.jpg', 'http:// is not https://'],
    ['file:///etc/passwd', 'file:// is not https://'],
    ['https://127.0.0.1/1.jpg', '127.0.0.1 is at 127.0.0.1, which is not a public address'],
    ['https://0x7f.1/1.jpg', '127.0.0.1 is at 127.0.0.1, which is not a public address'],
    ['https://2130706433/1.jpg', '127.0.0.1 is at 127.0.0.1, which is not a public address'],
    ['https://[::1]/1.jpg', '::1 is at ::1, which is not a public address'],
    ['https://[::ffff:10.0.0.1]/1.jpg', '::ffff:a00:1 is at ::ffff:a00:1, which is not a public address'],
  ])('from %s', async (url, reason) => {
    expect(await outcomeOf(url, {})).toBe(`PictureError: ${reason}`);
  });

  it('from a name that resolves to an address of this machine, or that only this machine knows', async () => {
    const dns = await open(
      DnsServer.open({ 'four.example': ['93.184.216.34', '127.0.0.1'], 'six.example': ['0:0:0:0:0:0:0:1'] }),
    );
    const terms = { dnsServers: [dns.address] };
    expect(await outcomeOf('https://four.example/1.jpg', terms)).toBe(
      'PictureError: four.example is at 127.0.0.1, which is not a public address',
    );
    expect(await outcomeOf('https://six.example/1.jpg', terms)).toBe(
      'PictureError: six.example is at ::1, which is not a public address',
    );
    expect(await outcomeOf('https://localhost/1.jpg', terms)).toBe('PictureError: localhost has no address');
  });

  it('from a name with a single private address among many', async () => {
    const resolve = async () => ['93.184.216.34', '10.1.2.3'];
    expect(await outcomeOf('https://pictures.example/1.jpg', { resolve })).toBe(
      'PictureError: pictures.example is at 10.1.2.3, which is not a public address',
    );
  });

  it.each([
    ['https://127.0.0.2:1/', '127.0.0.2 is at 127.0.0.2'],
    ['https://169.254.169.254/latest/meta-data/', '169.254.169.254 is at 169.254.169.254'],
    ['https://[::1]:8080/', '::1 is at ::1'],
    ['https://[::ffff:10.0.0.1]/', '::ffff:a00:1 is at ::ffff:a00:1'],
    ['https://inside.example/', 'inside.example is at 192.168.7.7'],
  ])('where its server redirects to %s', async (location, reason) => {
    const server = await open(
      pictureServer((_request, response) => response.writeHead(302, { location }).end()),
    );
    const resolve = async () => ['192.168.7.7'];
    expect(await outcomeOf(`${server.url}/1.jpg`, { ...TERMS, resolve })).toBe(
      `PictureError: ${reason}, which is not a public address`,
    );
  });

  it('where a redirect leaves https', async () => {
    const server = await open(
      pictureServer((_request, response) =>
        response.writeHead(301, { location: 'http://pictures.example/1.jpg' }).end(),
      ),
    );
    expect(await outcomeOf(`${server.url}/1.jpg`)).toBe('PictureError: http:// is not https://');
  });

  it('where redirects do not end', async () => {
    const server = await open(
      pictureServer(({ url }, response) => response.writeHead(307, { location: `${url}x` }).end()),
    );
    expect(await outcomeOf(`${server.url}/1`)).toBe('PictureError: it was redirected more than 3 times');
    expect(server.asked).toEqual(['/1', '/1x', '/1xx', '/1xxx']);
  });

  it.each([
    [404, {}, 'its server answered 404'],
    [500, {}, 'its server answered 500'],
    [302, {}, 'its server answered 302'],
    [302, { location: 'https://[' }, 'its server answered 302'],
    [204, {}, 'its server answered 204'],
  ])('where the answer is %i with %j', async (status, headers, reason) => {
    const server = await open(
      pictureServer((_request, response) => response.writeHead(status, headers).end()),
    );
    expect(await outcomeOf(`${server.url}/1.jpg`)).toBe(`PictureError: ${reason}`);
  });

  it('where the server’s certificate is not valid for its name', async () => {
    const server = await open(pictureServer((_request, response) => response.end('anything')));
    const resolve = async () => [PUBLIC_HERE];
    const { ca: _ca, ...everybodysTrust } = TERMS;
    expect(await outcomeOf(`${server.url}/1.jpg`, everybodysTrust)).toBe(
      'PictureError: it did not come: DEPTH_ZERO_SELF_SIGNED_CERT',
    );
    expect(await outcomeOf(`https://stranger.example:${server.port}/1.jpg`, { ...TERMS, resolve })).toBe(
      'PictureError: it did not come: ERR_TLS_CERT_ALTNAME_INVALID',
    );
    expect(server.asked).toEqual([]);
  });

  it('where no server listens', async () => {
    const server = await open(pictureServer(() => {}));
    server.close();
    expect(await outcomeOf(`${server.url}/1.jpg`)).toBe('PictureError: it did not come: ECONNREFUSED');
  });

  it('where it never ends, whatever length it declares', async () => {
    const server = await open(
      pictureServer((_request, response) => {
        const chunk = Buffer.alloc(16_384);
        const write = () => {
          while (!response.destroyed && response.write(chunk)) {}
        };
        response.on('drain', write);
        write();
      }),
    );
    const limits = { bytes: 1024 ** 2, timeMs: 60_000 };
    expect(await outcomeOf(`${server.url}/1.jpg`, { ...TERMS, limits })).toBe(
      'PictureError: it has more than 1024 kB',
    );
  });

  it.each([
    ['comes drop by drop', (response: ServerResponse) => void response.write('x')],
    ['is never answered', () => {}],
  ])('where it %s', async (_what, begin) => {
    const server = await open(
      pictureServer((_request, response) => {
        const timer = setInterval(() => begin(response), 5);
        response.on('close', () => clearInterval(timer));
      }),
    );
    const limits = { bytes: 1024 ** 2, timeMs: 200 };
    expect(await outcomeOf(`${server.url}/1.jpg`, { ...TERMS, limits })).toBe(
      'PictureError: it did not come within 0.2 seconds',
    );
  });

  it('where its name is never resolved', async () => {
    const terms = { ...TERMS, limits: { bytes: 1, timeMs: 50 }, resolve: () => new Promise<never>(() => {}) };
    expect(await outcomeOf('https://pictures.example/', terms)).toBe(
      'PictureError: it did not come within 0.05 seconds',
    );
  });

  it('where its server compresses it', async () => {
    const server = await open(
      pictureServer((_request, response) =>
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(deflateSync(Buffer.alloc(1024 ** 2))),
      ),
    );
    expect(await outcomeOf(`${server.url}/1.jpg`)).toBe(
      'PictureError: its server has compressed it without being asked to',
    );
  });

  it('after the command was stopped, which is no fault of the picture', async () => {
    const stop = new AbortController();
    stop.abort(new Error('Stopped.'));
    await expect(fetchPicture('https://pictures.example/', stop.signal)).rejects.toThrow('Stopped.');
  });
});

describe('host names', () => {
  const ADDRESSES = ['93.184.216.34', '2606:4700:4700:0:0:0:0:1111'];

  it('that are never answered delay no other, and are given up with their request', async () => {
    const silentNames = Array.from({ length: 20 }, (_, index) => `silent${index}.example`);
    const dns = await open(
      DnsServer.open({
        ...Object.fromEntries(silentNames.map((name) => [name, null])),
        'pictures.example': ADDRESSES,
      }),
    );
    const terms = { dnsServers: [dns.address] };
    const cancel = vi.spyOn(Resolver.prototype, 'cancel');
    const requests = silentNames.map((name) => ({ name, stop: new AbortController() }));
    const silent = requests.map(({ name, stop: { signal } }) =>
      addressesOf(name, signal, terms).catch((error: Error) => error.message),
    );
    await expect.poll(() => new Set(dns.asked).size).toBe(20);
    expect(await addressesOf('pictures.example', new AbortController().signal, terms)).toEqual([
      '93.184.216.34',
      '2606:4700:4700::1111',
    ]);
    expect(cancel).not.toHaveBeenCalled();
    for (const { stop } of requests) {
      stop.abort(new Error('stopped'));
    }
    expect(new Set(await Promise.all(silent))).toEqual(new Set(['stopped']));
    expect(cancel).toHaveBeenCalledTimes(20);
    cancel.mockRestore();
  });

  it('have the addresses of one kind if the other is not known', async () => {
    const dns = await open(DnsServer.open({ 'four.example': ADDRESSES.slice(0, 1), 'none.example': [] }));
    const terms = { dnsServers: [dns.address] };
    const { signal } = new AbortController();
    expect(await addressesOf('four.example', signal, terms)).toEqual(['93.184.216.34']);
    for (const host of ['none.example', 'unknown.example']) {
      await expect(addressesOf(host, signal, terms)).rejects.toThrow(`${host} has no address`);
    }
  });
});

describe('a name that changes its address', () => {
  /** First the public address, then the private one. */
  function rebinding() {
    let times = 0;
    const resolve = async () => {
      times += 1;
      return [times === 1 ? PUBLIC_HERE : PRIVATE_HERE];
    };
    return { resolve, countTimes: () => times };
  }

  it('between check and connection leads to the address that was checked', async () => {
    const inside = await open(pictureServer((_request, response) => response.end('secret'), PRIVATE_HERE));
    const { resolve, countTimes } = rebinding();
    // No server listens on that port of the public address: a second lookup would find the private one.
    expect(await outcomeOf(`https://pictures.example:${inside.port}/`, { ...TERMS, resolve })).toBe(
      'PictureError: it did not come: ECONNREFUSED',
    );
    expect(countTimes()).toBe(1);
    expect(inside.asked).toEqual([]);
  });

  it('is checked again after each redirect', async () => {
    const outside = await open(
      pictureServer((_request, response) => response.writeHead(302, { location: '/again' }).end()),
    );
    const { resolve } = rebinding();
    expect(await outcomeOf(`https://pictures.example:${outside.port}/`, { ...TERMS, resolve })).toBe(
      `PictureError: pictures.example is at ${PRIVATE_HERE}, which is not a public address`,
    );
    expect(outside.asked).toEqual(['/']);
  });
});

describe('a picture is fetched', () => {
  it('through redirects, by a name, with nothing of ours in the request', async () => {
    const photo = await plainPicture().jpeg().toBuffer();
    const headers: object[] = [];
    const server = await open(
      pictureServer((request, response) => {
        headers.push(request.headers);
        if (request.url === '/1.jpg') {
          response.end(photo);
        } else {
          response.writeHead(302, { location: '/1.jpg' }).end();
        }
      }),
    );
    const resolve = async () => [PUBLIC_HERE];
    const host = `pictures.example:${server.port}`;
    expect(await outcomeOf(`https://someone:secret@${host}/a`, { ...TERMS, resolve })).toBe(
      `${photo.length} bytes`,
    );
    expect(headers).toEqual(
      Array(2).fill({
        accept: 'image/avif,image/webp,image/png,image/jpeg',
        'accept-encoding': 'identity',
        'user-agent': 'PerkeX (pictures of products)',
        connection: 'close',
        host,
      }),
    );
  });
});

describe('a picture is refused', () => {
  it.each([
    [
      'SVG',
      '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><rect width="9" height="9"/></svg>',
    ],
    [
      'an SVG that would read a file',
      '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><image href="file:///etc/passwd"/></svg>',
    ],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['a PDF', '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj'],
    ['nothing', ''],
    ['the beginning of a JPEG and then HTML', '\xff\xd8\xff<script>alert(1)</script>'],
  ])('of %s', async (_what, text) => {
    expect(await refusalOf(Buffer.from(text, 'latin1'))).toBe(
      'PictureError: it is not a JPEG, PNG, WebP or AVIF',
    );
  });

  it('in formats that only open other programs', async () => {
    const picture = plainPicture();
    for (const original of [await picture.gif().toBuffer(), await picture.tiff().toBuffer()]) {
      expect(await refusalOf(original)).toBe('PictureError: it is not a JPEG, PNG, WebP or AVIF');
    }
  });

  it('for a small file with 400 million pixels', async () => {
    const bomb = pngHead(20_000, 20_000);
    expect(bomb.length).toBeLessThan(1_000);
    expect(await refusalOf(bomb)).toBe('PictureError: it has 20000 × 20000 pixels, more than 50 million');
  });

  it('for a header that lies about its pixels', async () => {
    expect(await refusalOf(pngHead(500, 500))).toMatch(
      /^PictureError: its 500 × 500 pixels cannot be read: \S/,
    );
  });

  it('if it is cut off', async () => {
    const whole = await plainPicture({ width: 900, height: 700 }).jpeg().toBuffer();
    expect(await refusalOf(whole.subarray(0, whole.length / 2))).toMatch(
      /^PictureError: its 900 × 700 pixels cannot be read: \S/,
    );
  });

  it('if it is animated', async () => {
    const frames = ['#d33', '#33d'].map((background) => plainPicture({ background }).png().toBuffer());
    const moving = await sharp(await Promise.all(frames), { join: { animated: true } })
      .webp()
      .toBuffer();
    expect(await refusalOf(moving)).toBe('PictureError: it is animated');
  });

  it.each([
    [1, 1, 'it has only 1 × 1 pixels'],
    [63, 400, 'it has only 63 × 400 pixels'],
    [1000, 200, 'it has 1000 × 200 pixels, one side more than 4 times as long as the other'],
  ])('for %i × %i pixels', async (width, height, reason) => {
    expect(await refusalOf(await plainPicture({ width, height }).png().toBuffer())).toBe(
      `PictureError: ${reason}`,
    );
  });
});

describe('a picture is made', () => {
  it('in every width up to its own, in three formats, named after their content', async () => {
    const original = await plainPicture({ width: 500, height: 400 }).png().toBuffer();
    const { hash, width, height, placeholder, files } = await makePicture(original);
    expect({ width, height }).toEqual({ width: 500, height: 400 });
    expect(hash).toMatch(/^[0-9a-f]{32}$/);
    expect(placeholder).toMatch(/^data:image\/webp;base64,[\w+/=]{20,400}$/);
    const made = await Promise.all(
      files.map(async ({ name, bytes }) => {
        const { format, compression, width: w, height: h } = await sharp(bytes).metadata();
        return `${name.replace(hash, '')} ${compression ?? format} ${w}×${h}`;
      }),
    );
    expect(made).toEqual([
      '-160.avif av1 160×128',
      '-160.webp webp 160×128',
      '-160.jpg jpeg 160×128',
      '-320.avif av1 320×256',
      '-320.webp webp 320×256',
      '-320.jpg jpeg 320×256',
      '-640.avif av1 500×400',
      '-640.webp webp 500×400',
      '-640.jpg jpeg 500×400',
    ]);
    expect((await makePicture(original)).hash).toBe(hash);
  });

  it('upright, and without the metadata of a camera', async () => {
    const original = await plainPicture({ width: 900, height: 600 })
      .withExif({ IFD0: { Copyright: 'Photographer', ImageDescription: 'At home' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { width, height, files } = await makePicture(original);
    expect({ width, height }).toEqual({ width: 600, height: 900 });
    for (const { name, bytes } of files) {
      const { exif, icc, orientation, space } = await sharp(bytes).metadata();
      expect({ exif, icc, orientation, space }, name).toEqual({ space: 'srgb' });
    }
  });

  it.each(['jpeg', 'png', 'webp', 'avif'] as const)('of %s', async (format) => {
    const original = await plainPicture({ width: 170, height: 100 }).toFormat(format).toBuffer();
    expect((await makePicture(original)).files).toHaveLength(6);
  });

  it('of black and white, of CMYK and of transparent ones, on a white background', async () => {
    const clear = await sharp({
      create: { width: 200, height: 100, channels: 4, background: '#0000' },
    })
      .png()
      .toBuffer();
    const { files } = await makePicture(clear);
    for (const { name, bytes } of files) {
      const { dominant, isOpaque } = await sharp(bytes).stats();
      expect(isOpaque, name).toBe(true);
      expect(Math.min(dominant.r, dominant.g, dominant.b), name).toBeGreaterThan(240);
    }
    const grey = await plainPicture().greyscale().png().toBuffer();
    const cmyk = await plainPicture().toColourspace('cmyk').jpeg().toBuffer();
    expect((await makePicture(grey)).width).toBe(800);
    expect((await makePicture(cmyk)).width).toBe(800);
  });
});

describe('texts in a PNG', () => {
  const TEXT = deflateSync(Buffer.alloc(7_900_000, 'A'));
  /** The chunk's bytes before its compressed text, by chunk type. */
  const BEFORE_TEXT = { zTXt: 'k\0\0', iTXt: 'k\0\x01\0\0\0' } as const;

  let plain: Buffer;

  beforeAll(async () => {
    plain = await plainPicture({ width: 100, height: 100 }).png().toBuffer();
  });

  /** The plain PNG with these chunks before its pixels. */
  const withChunks = (...chunks: readonly Buffer[]) =>
    Buffer.concat([plain.subarray(0, 33), ...chunks, plain.subarray(33)]);

  /** In milliseconds of processor time. */
  async function costOfMaking(original: Buffer): Promise<number> {
    const before = process.cpuUsage();
    await makePicture(original);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  }

  it.each(['zTXt', 'iTXt'] as const)('that decompress to gigabytes cost nothing: %s', async (type) => {
    const text = pngChunk(type, Buffer.concat([Buffer.from(BEFORE_TEXT[type]), TEXT]));
    const bomb = withChunks(...Array<Buffer>(200).fill(text));
    const cost = await costOfMaking(plain);
    expect(await costOfMaking(bomb)).toBeLessThan(20 * cost);
  });

  it('are removed, and so is every chunk that the pixels do not need or that appears twice', async () => {
    const profile = await plainPicture({ width: 100, height: 100 }).withIccProfile('p3').png().toBuffer();
    const gamma = pngChunk('gAMA', Buffer.from([0, 0, 0xb1, 0x8f]));
    const odd = [pngChunk('tEXt', Buffer.from('k\0text')), pngChunk('abCd', Buffer.alloc(9)), gamma];
    expect(stripPng(withChunks(gamma, ...odd))).toEqual(stripPng(withChunks(gamma)));
    expect(stripPng(withChunks(gamma)).includes('gAMA')).toBe(true);
    expect(stripPng(profile).includes('iCCP')).toBe(true);
    expect(stripPng(Buffer.concat([plain, Buffer.from('<script>')])).includes('<script>')).toBe(false);
  });

  it('with a wrong length make a picture unreadable', async () => {
    const lie = Buffer.from([0x7f, 0xff, 0xff, 0xff, ...Buffer.from('zTXt')]);
    expect(await refusalOf(withChunks(lie))).toMatch(/^PictureError: /);
  });
});

describe('a process that makes pictures', () => {
  const noStop = new AbortController().signal;
  const children: ChildProcess[] = [];
  const makersOpen: PictureMakers[] = [];

  afterEach(() => {
    for (const makers of makersOpen.splice(0)) {
      makers.close();
    }
    children.length = 0;
  });

  function openMakers(maxTimeMs?: number): PictureMakers {
    const makers = new PictureMakers(maxTimeMs, () => {
      const child = startProcess();
      children.push(child);
      return child;
    });
    makersOpen.push(makers);
    return makers;
  }

  it('is killed at the deadline, and its picture is refused', async () => {
    const original = await plainPicture().png().toBuffer();
    const refused = openMakers(1).make(original, noStop);
    await expect(refused).rejects.toThrow(new PictureError('it took more than 0.001 seconds to read'));
    const [child] = children as [ChildProcess];
    await expect.poll(() => child.signalCode).toBe('SIGKILL');
  });

  it('loses only its picture when it crashes, and another one makes the next', async () => {
    const original = await plainPicture().png().toBuffer();
    const makers = openMakers();
    const refused = makers.make(original, noStop);
    await expect.poll(() => children.length).toBe(1);
    children[0]?.kill('SIGKILL');
    await expect(refused).rejects.toThrow(new PictureError('the process that read it crashed (SIGKILL)'));
    expect((await makers.make(original, noStop)).files).toEqual((await makePicture(original)).files);
    expect(children).toHaveLength(2);
  });

  it('is used again, also after a picture that is refused', async () => {
    const makers = openMakers();
    await expect(makers.make(Buffer.from('<svg/>'), noStop)).rejects.toThrow(
      new PictureError('it is not a JPEG, PNG, WebP or AVIF'),
    );
    await makers.make(await plainPicture().png().toBuffer(), noStop);
    expect(children).toHaveLength(1);
  });

  it('is killed when the import is stopped', async () => {
    const stop = new AbortController();
    const making = openMakers().make(await plainPicture().png().toBuffer(), stop.signal);
    await expect.poll(() => children.length).toBe(1);
    stop.abort(new Error('stopped'));
    await expect(making).rejects.toThrow('stopped');
    await expect.poll(() => children[0]?.signalCode).toBe('SIGKILL');
  });
});

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A PNG whose header declares this size, with hardly any pixels. */
function pngHead(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', head),
    pngChunk('IDAT', deflateSync(Buffer.alloc(64))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}
