import { gzipSync } from 'node:zlib';
import { AS_MANAGER } from '../../harness/data/credentials';
import { expectProblem, refusedFields, type ReceivedAnswer } from '../../harness/http/problems';
import { sendRaw } from '../../harness/http/raw-http';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { UNKNOWN_ID } from '../../harness/data/webhooks';

const JSON_TYPE = 'application/json';
const ENTRY = '{"key":"web","value":"up"}';

describe('the body of a request', () => {
  let t: ServedApp;
  let address: string;
  beforeAll(async () => {
    t = await sharedApp();
    address = await t.webhook('assistant-update-state');
  });
  afterAll(() => t.close());

  /** Posts bytes as they are. */
  function post(body: string | Buffer, contentType?: string, path = address): Promise<ReceivedAnswer> {
    const type = contentType === undefined ? {} : { 'content-type': contentType };
    return sendRaw(t.port, { method: 'POST', path, body, headers: { ...AS_MANAGER, ...type } });
  }

  it.each([
    JSON_TYPE,
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'Application/JSON ; Charset="utf-8"',
  ])('is taken as %s', async (type) => {
    expect((await post(ENTRY, type)).status).toBeLessThan(300);
  });

  it.each([
    'text/plain',
    'text/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/ld+json',
    'application/json-patch+json',
    'application/jsonx',
    'application/json, text/plain',
    'application',
    '*/*',
    'json',
    ';',
    '',
    'application/json; charset=iso-8859-1',
    'application/json; charset=utf-16',
  ])('is not taken as "%s", and the answer names the header to send', async (type) => {
    const { detail } = expectProblem(await post(ENTRY, type), 415, 'unsupported_media_type');
    expect(detail).toContain('Content-Type: application/json');
  });

  it('is not unpacked', async () => {
    const headers = { ...AS_MANAGER, 'content-type': JSON_TYPE };
    const send = (coding: string, body: string | Buffer) =>
      sendRaw(t.port, {
        method: 'POST',
        path: address,
        body,
        headers: { ...headers, 'content-encoding': coding },
      });
    const { detail } = expectProblem(await send('gzip', gzipSync(ENTRY)), 415, 'unsupported_media_type');
    expect(detail).toContain('without the header Content-Encoding');
    expect((await send('identity', ENTRY)).status).toBeLessThan(300);
  });

  it('is not taken without a type', async () => {
    const { detail } = expectProblem(await post(ENTRY), 415, 'unsupported_media_type');
    expect(detail).toContain('Content-Type: application/json');
  });

  it('needs no type where there is none', async () => {
    expect(refusedFields(await sendRaw(t.port, { method: 'POST', path: address }))).toEqual([
      ['', 'required'],
    ]);
    const path = `/api/workflows/${UNKNOWN_ID}/activate`;
    const answer = await sendRaw(t.port, { method: 'POST', path, headers: AS_MANAGER });
    expectProblem(answer, 404, 'not_found');
  });

  it('is needed by a webhook', async () => {
    expect(refusedFields(await post('', JSON_TYPE))).toEqual([['', 'required']]);
  });

  it.each(['null', '[]', '[{"key":"web","value":"up"}]', '"text"', '5', 'true'])(
    'is an object, not %s',
    async (body) => {
      expect(refusedFields(await post(body, JSON_TYPE))).toEqual([['', 'wrong_type']]);
    },
  );

  it.each([
    ' ',
    '{',
    '{"key":"web","value":"up"',
    '{"key":"web","value":"up"}}',
    '{"key":"web","value":"up",}',
    "{'key':'web'}",
    '{key:"web"}',
    '{"key":"we\nb","value":"up"}',
    '{"key":"\\x41","value":"up"}',
    '{"key":"web","value":01}',
    '{"key":"web","value":NaN}',
    '{"key":"web","value":"up"} // why',
    '\ufeff{"key":"web","value":"up"}',
    'key=web&value=up',
    '['.repeat(20),
  ])('is refused when it is malformed: %.40j', async (body) => {
    expectProblem(await post(body, JSON_TYPE), 400, 'malformed_json');
  });

  it('is told where it is malformed', async () => {
    const { detail } = expectProblem(await post('{"key":"web",}', JSON_TYPE), 400, 'malformed_json');
    expect(detail).toContain('line 1, column 14 (position 13)');
  });

  it.each([
    ['a byte of another encoding', Buffer.from(ENTRY.replace('up', 'é'), 'latin1')],
    ['UTF-16', Buffer.from(ENTRY, 'utf16le')],
    [
      'an overlong form',
      Buffer.concat([Buffer.from('{"key":"'), Buffer.from([0xc0, 0xaf]), Buffer.from('"}')]),
    ],
    [
      'a surrogate',
      Buffer.concat([Buffer.from('{"key":"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}')]),
    ],
    [
      'half a character',
      Buffer.concat([Buffer.from('{"key":"'), Buffer.from([0xf0, 0x9f]), Buffer.from('"}')]),
    ],
  ])('is refused when it is not UTF-8: %s', async (_, body) => {
    expectProblem(await post(body, JSON_TYPE), 400, 'malformed_json');
  });

  it.each([
    ['{"key":"a\\u0000b","value":"up"}', 'key'],
    ['{"key":"web","value":"\\u0000"}', 'value'],
    ['{"key":"web","value":"\\ud800"}', 'value'],
    ['{"key":"web","value":"\\udc00\\ud800"}', 'value'],
    ['{"key":"web","value":"up","category":"\\ud83d"}', 'category'],
    ['{"key":"web","value":"up","\\ud800":"1"}', ''],
    ['{"key":"web","value":"up","a\\u0000":"1"}', ''],
  ])('cannot hold what is no text: %s', async (body, field) => {
    expect(refusedFields(await post(body, JSON_TYPE))).toEqual([[field, 'invalid_characters']]);
  });

  it('can hold escapes of whole characters', async () => {
    const answer = await post('{"key":"face","value":"\\ud83d\\ude00\\u0001"}', JSON_TYPE);
    expect(JSON.parse(answer.text)).toMatchObject({ state: { value: '😀\u0001' } });
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'then', '', 'Key', 'key '])(
    'has no field "%s"',
    async (name) => {
      const body = `{"key":"web","value":"up",${JSON.stringify(name)}:{"x":1}}`;
      expect(refusedFields(await post(body, JSON_TYPE))).toEqual([[name, 'unknown_field']]);
    },
  );

  it('is complained of field by field, but not without end', async () => {
    const fields = Array.from({ length: 900 }, (_, index) => [`field_${index}`, index]);
    const errors = refusedFields(await post(JSON.stringify(Object.fromEntries(fields)), JSON_TYPE));
    expect(errors.length).toBeGreaterThan(1);
    expect(errors.length).toBeLessThan(900);
  });
});
