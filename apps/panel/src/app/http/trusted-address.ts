interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): {
    createScriptURL(url: string): string;
  };
}

let policy: ReturnType<TrustedTypes['createPolicy']> | null = null;

/** The address of a file of the panel, for a worker: the policy of the page takes no other text for one. */
export function trustedAddress(url: URL): string {
  if (url.origin !== location.origin) throw new TypeError('Not a file of the panel.');
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  if (trustedTypes === undefined) return url.href;
  policy ??= trustedTypes.createPolicy('groupless-worker', { createScriptURL: (own) => own });
  return policy.createScriptURL(url.href);
}
