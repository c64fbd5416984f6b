type Variables = Readonly<Record<string, string | undefined>>;

const NAMES = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'];
/** What never leaves this machine needs no proxy. */
const LOOPBACK = ['localhost', '127.0.0.1', '::1', '[::1]'];

type SetProxy = (environment: Record<string, string | undefined>) => unknown;

/** What to do where a company has certificates of its own. */
export const OWN_CERTIFICATES = "With certificates of a company's own: NODE_EXTRA_CA_CERTS=/path/to/ca.pem";

/** Whether an error of Node says that a certificate is not trusted. */
export function isUntrusted(code: string): boolean {
  return /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code);
}

/** The variables that name a proxy and are set. */
export function proxyVariables(variables: Variables): string[] {
  return NAMES.filter((name) => variables[name]);
}

/** Whether this Node sends requests through a proxy of the environment; earlier ones than 24 cannot. */
export function canUseProxy(): boolean {
  return setProxy() !== undefined;
}

/** Lets all requests of this process go as `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY` say. */
export function useProxyOfEnvironment(variables: Variables): void {
  if (proxyVariables(variables).length === 0) return;
  const excepted = [variables['NO_PROXY'] ?? variables['no_proxy'] ?? '', ...LOOPBACK]
    .filter(Boolean)
    .join(',');
  const { no_proxy: _, ...others } = variables;
  setProxy()?.({ ...others, NO_PROXY: excepted, no_proxy: excepted });
}

function setProxy(): SetProxy | undefined {
  // Loaded where a proxy is set alone: hooks of a turn often need no HTTP. Versions that have no such function lack this one, too.
  const http = process.getBuiltinModule?.('node:http') as { setGlobalProxyFromEnv?: SetProxy } | undefined;
  return http?.setGlobalProxyFromEnv;
}
