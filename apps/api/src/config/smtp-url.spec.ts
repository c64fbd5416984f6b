import { parseSmtpUrl } from './smtp-url';

describe('SMTP_URL', () => {
  it.each([
    [
      'smtp://mail.example.com',
      { host: 'mail.example.com', port: 587, tls: 'starttls', user: '', password: '' },
    ],
    [
      'smtps://me%40x.example:p%3Aw@mail.example.com',
      { port: 465, tls: 'tls', user: 'me@x.example', password: 'p:w' },
    ],
    ['smtp://127.0.0.1:2525', { host: '127.0.0.1', port: 2525, tls: 'none' }],
    ['smtp://[::1]:2525/', { host: '::1', tls: 'none' }],
    ['smtp://relay:25?tls=none', { host: 'relay', port: 25, tls: 'none' }],
  ])('%s says where mail goes', (text, expected) => {
    expect(parseSmtpUrl(text)).toMatchObject(expected);
  });

  it.each([
    'mail.example.com',
    'http://mail.example.com',
    'smtp://',
    'smtp://a/path',
    'smtp://a?tls=some',
    'smtp://a?x=1',
    'smtp://me:100%@a',
  ])('%s is none', (text) => {
    expect(parseSmtpUrl(text)).toBeNull();
  });
});
