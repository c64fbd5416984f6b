/** What each payload tries to call. A page defines it and counts. */
const CALL = 'canary()';

const MARKUP = [
  `<script>${CALL}</script>`,
  `<SCRIPT SRC=data:text/javascript,${CALL}></SCRIPT>`,
  `<scr<script>ipt>${CALL}</scr</script>ipt>`,
  `<img src=x onerror=${CALL}>`,
  `<img src=x onerror="${CALL}"//`,
  `<svg onload=${CALL}>`,
  `<svg><script>${CALL}</script></svg>`,
  `<svg><animate onbegin=${CALL} attributeName=x dur=1s>`,
  `<math><mtext><img src onerror=${CALL}></math>`,
  `<body onload=${CALL}>`,
  `<iframe srcdoc="<script>parent.${CALL}</script>"></iframe>`,
  `<iframe src="javascript:parent.${CALL}"></iframe>`,
  `<object data="javascript:${CALL}"></object>`,
  `<embed src="javascript:${CALL}">`,
  `<details open ontoggle=${CALL}>`,
  `<input autofocus onfocus=${CALL}>`,
  `<video><source onerror=${CALL}></video>`,
  `<marquee onstart=${CALL}>`,
  `<a href="javascript:${CALL}">press</a>`,
  `<form action="javascript:${CALL}"><button>press</button></form>`,
  `<base href="https://evil.example/">`,
  `<meta http-equiv=refresh content="0;url=javascript:${CALL}">`,
  `<link rel=stylesheet href="data:text/css,*{display:none}">`,
  `<style>*{display:none!important}</style>`,
  `<template><img src=x onerror=${CALL}></template>`,
];
const OUT_OF = [
  '"',
  "'",
  '`',
  '-->',
  ']]>',
  '</textarea>',
  '</title>',
  '</style>',
  '</option></select>',
  '">',
];
const TEMPLATES = [
  `{{ ${CALL} }}`,
  `{{constructor.constructor("${CALL}")()}}`,
  `{{ 'nav.clients' | transloco }}`,
  '{{ count }} {{ name }} {{ cause }}',
  `\${${CALL}}`,
  `#{${CALL}} <%= ${CALL} %> [[${CALL}]] {% ${CALL} %}`,
  '@if (true) { <b>on</b> } @for (x of y; track x) {',
  '{count, plural, one {#} other {##}}',
  '&lt;script&gt;&#60;img&#62; &amp; &nbsp;',
  '\\u003cscript\\u003e %3Cscript%3E \\x3cimg',
];
const ADDRESSES = [
  `javascript:${CALL}`,
  `JaVaScRiPt:${CALL}`,
  `java\tscript:${CALL}`,
  ` javascript:${CALL}`,
  `data:text/html,<script>${CALL}</script>`,
  `vbscript:${CALL}`,
  'https://user:password@evil.example/',
  'https://аpple.example/',
  '//evil.example/x',
  `https://example.com/"onmouseover="${CALL}`,
];
const WRITING = [
  '\u202Egnp.exe \u202Dabc',
  '\u2067rtl isolate\u2066 never closed',
  'مرحبا بالعالم Hello שלום',
  'Z\u0351\u036B\u0343\u036A\u0342\u036B\u033D\u034Fa\u0321\u034A\u0349l\u0360\u0333g\u0327\u0358o\u0321\u0337'.repeat(
    4,
  ),
  'e\u0301'.repeat(60),
  `a${'\u0489'.repeat(150)}`,
  '👨‍👩‍👧‍👦🏳️‍🌈🧑🏿‍🚀👩🏽‍❤️‍💋‍👨🇺🇳',
  '😀'.repeat(100),
  '\u200B\u200C\u200D\u2060\uFEFFzero\u200Bwidth',
  'W'.repeat(190),
  'ﷺ﷽'.repeat(20),
  '￼\uFFFD\uFFFE',
  '\u2028line\u2029paragraph\u0085next',
  'tab\there, \u0001\u0007\u0008\u001B[31mred\u007F',
  'Ｆｕｌｌ ｗｉｄｔｈ 日本語テキスト'.repeat(6),
  'Ünïcödé ÆØÅ ßſẞ İıIi ǆ',
  '__proto__',
  'constructor',
  'null',
  'undefined',
  "Robert'); drop table clients;--",
  '../../../etc/passwd',
  '=1+1+cmd|calc!A0',
  'NaN, -0, 1e999, 0x10',
  '...................',
];

/** What people should never see run, nor broken: a hundred texts, each within the limits of a name. */
export const HOSTILE_TEXTS: readonly string[] = [
  ...MARKUP,
  ...OUT_OF.map((end) => `${end}<img src=x onerror=${CALL}>`),
  ...OUT_OF.map((end) => `${end} onmouseover=${CALL} autofocus onfocus=${CALL} x=${end}`),
  ...TEMPLATES,
  ...TEMPLATES.slice(0, 5).map((text) => `\u202E${text}`),
  ...ADDRESSES,
  ...WRITING,
  ...WRITING.slice(0, 5).map((text) => `${text}<script>${CALL}</script>`),
];

const ENCODINGS: readonly ((text: string) => string)[] = [
  (text) => text.replace(/[<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`),
  (text) => text.replace(/[<>"]/g, (sign) => `&#x${sign.charCodeAt(0).toString(16)}`),
  (text) => text.replace(/[<>"]/g, (sign) => encodeURIComponent(sign)),
  (text) => text.replace(/[<>"]/g, (sign) => encodeURIComponent(encodeURIComponent(sign))),
  (text) => text.replace(/[<>"]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`),
  (text) => text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)),
  (text) => text.replaceAll('<', '+ADw-').replaceAll('>', '+AD4-'),
];

/** The hundred, each markup after each end of what it may stand in, and each in other spellings: 500 texts. */
export const PAYLOADS: readonly string[] = [
  ...new Set([
    ...HOSTILE_TEXTS.map((text) => text.trim()),
    ...MARKUP.flatMap((markup) => OUT_OF.map((end) => end + markup)),
    ...MARKUP.flatMap((markup) => ENCODINGS.map((encode) => encode(markup))),
  ]),
].slice(0, 500);

/** For `addInitScript()`: counts whatever a text manages to do, and what the page's policy had to stop. */
export const CANARY = `
  globalThis.ran = [];
  globalThis.canary = () => ran.push('canary');
  addEventListener('securitypolicyviolation', ({ violatedDirective, sample }) =>
    ran.push(violatedDirective + ' ' + sample));
`;

/** Elements that only a text could have brought: the panel has none of them. */
export const PLANTED =
  'img[src=x], iframe, object, embed, marquee, base[href*=evil], details[ontoggle], [onload], [onerror], [onfocus], [onmouseover], a[href^="javascript" i]';
