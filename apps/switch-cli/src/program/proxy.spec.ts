import { isUntrusted } from './proxy';

describe('an error of a connection', () => {
  it.each([
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'CERT_HAS_EXPIRED',
    'ERR_TLS_CERT_ALTNAME_INVALID',
  ])('is about trust: %s', (code) => {
    expect(isUntrusted(code)).toBe(true);
  });

  it.each(['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG', 'EPROTO', 'ECONNREFUSED', ''])(
    'is not about trust: %s',
    (code) => {
      expect(isUntrusted(code)).toBe(false);
    },
  );
});
