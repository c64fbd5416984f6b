import * as fc from 'fast-check';

/** One of the words of a text. */
const oneOf = (words: string) => fc.constantFrom(...words.split(' '));

/** JSON values as they are written, so that a body can hold what JSON.stringify() would never make. */
const literal = fc.oneof(
  oneOf('null true "" "create" "done" [] {} [null] {"__proto__":{"polluted":1}} {"then":1} [[[["a"]]]]'),
  oneOf('0 -0 1e999 -1e999 1e-999 5.0 10.5 9007199254740993 99999999999999999999 -1 11'),
  oneOf('"\\ud800" "\\udc00x" "a\\u0000b" "\\u202e\\ufeff" ["\\ud800"] ["a","\\u0000"] {"\\ud800":1}'),
  fc.constantFrom(
    `"${'x'.repeat(70_000)}"`,
    `[${Array(300).fill('"x"').join()}]`,
    '['.repeat(40) + ']'.repeat(40),
  ),
  fc.json({ maxDepth: 3 }),
  fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
);
const fieldName = fc.oneof(
  oneOf('summary projects_touched mood key value category action task priority project'),
  oneOf('__proto__ constructor hasOwnProperty toJSON Key \\ud800 \\u0000'),
  fc.constant(''),
);
/** Members that a webhook takes, so that what follows them is all that is wrong. */
const rightMembers = fc.constantFrom(
  '"summary":"s"',
  '"key":"k","value":"v"',
  '"action":"create","task":"t"',
  '"action":"done","task":"t"',
);
const objectText = fc
  .tuple(rightMembers, fc.array(fc.tuple(fieldName, literal), { maxLength: 3 }))
  .map(([right, others]) => [right, ...others.map(([name, value]) => `"${name}":${value}`)])
  .map((members) => `{${members.join()}}`);
export const hostileBodies = fc.oneof(
  { weight: 7, arbitrary: objectText },
  { weight: 1, arbitrary: literal },
  { weight: 1, arbitrary: objectText.map((text) => text.slice(0, -1)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)) },
);

/** Parts of paths, and values of parameters. */
export const hostileParts = fc.oneof(
  oneOf("%00 %ff %zz % %2f %5c %2e%2e .. . ; ;a=b // \\ ~ * :id <script> ' | {} __proto__"),
  oneOf('%F0%9F%98%80 %ed%a0%80 %25 %0d%0a'),
  fc.constant('x'.repeat(5_000)),
);
/** Other spellings of a path, which may or may not mean the same. */
export const spellings = fc.constantFrom<(path: string) => string>(
  (path) => path,
  (path) => path.replace(/s/g, '%73'),
  (path) => path.replace(/[a-z]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  (path) => path.toUpperCase(),
  (path) => path.replaceAll('/', '//'),
  (path) => path.replaceAll('/', '/./'),
  (path) => `/${path.slice(1).replaceAll('/', '%2F')}`,
  (path) => `${path}/`,
  (path) => `${path};jsessionid=1`,
  (path) => `/x/..${path}`,
  (path) => `${path}%20`,
  (path) => `${path}.json`,
);

const parameter = fc.oneof(
  oneOf('chat_id limit before chat_id[] __proto__ budget %63hat_id'),
  fc.constant(''),
);
const digits = fc.oneof(oneOf('1 0 -1 1e2 0x10 +5 1.5 ٣'), fc.constantFrom('9'.repeat(30), '9'.repeat(400)));
const parameterValue = fc
  .oneof(digits, hostileParts, fc.string({ unit: 'binary' }))
  .map((text) => (/^[\x21\x24-\x7e]*$/.test(text) ? text : encodeURIComponent(text)));
export const hostileQueries = fc
  .array(fc.tuple(parameter, parameterValue), { maxLength: 5 })
  .map((parameters) => parameters.map((one) => one.join('=')).join('&'));

/** Texts of single bytes, control characters among them. */
export const latinTexts = fc.string({
  unit: fc.integer({ min: 1, max: 0xff }).map((code) => String.fromCharCode(code)),
  minLength: 1,
  maxLength: 60,
});
const headerName = fc.oneof(
  oneOf('content-type idempotency-key x-api-key x-workflow-api-key authorization cookie if-none-match'),
  oneOf('x-request-id accept accept-encoding content-encoding origin host range if-match forwarded'),
  oneOf('x-forwarded-for x-forwarded-host x-http-method-override'),
);
const headerValue = fc.oneof(
  oneOf('* , ; " W/" null application/json; application/json gzip'),
  fc.constantFrom('', 'x'.repeat(4_000)),
  // What Node's own client would refuse to send goes over a bare socket, in another test.
  latinTexts.map((text) => text.replace(/[^\x21-\x7e\x80-\xff]/g, '')),
);
export const hostileHeaders = fc
  .array(fc.tuple(headerName, headerValue), { minLength: 1, maxLength: 3 })
  .map((headers) => Object.fromEntries(headers));
