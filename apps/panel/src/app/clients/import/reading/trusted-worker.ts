/** A worker by the address of a file of the panel: the policy of the page takes no other text for one. */
export class TrustedWorker extends Worker {
  constructor(url: URL, options: WorkerOptions) {
    super(trusted(url), options);
  }
}

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): {
    createScriptURL(url: string): string;
  };
}

let policy: ReturnType<TrustedTypes['createPolicy']> | null = null;

function trusted(url: URL): string {
  if (url.origin !== location.origin) throw new TypeError('Not a file of the panel.');
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  if (trustedTypes === undefined) return url.href;
  policy ??= trustedTypes.createPolicy('groupless-worker', { createScriptURL: (own) => own });
  return policy.createScriptURL(url.href);
}
