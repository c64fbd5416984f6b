declare module 'http_ece' {
  export function decrypt(
    body: Buffer,
    terms: { version: 'aes128gcm'; privateKey: unknown; authSecret: Buffer },
  ): Buffer;
}
