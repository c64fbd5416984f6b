import { existsSync } from 'node:fs';
import type { Environment } from '../program/environment';
import { canUseProxy, proxyVariables } from '../program/proxy';
import { ok, warning, type Check } from './check';

/** A company's proxy and its own certificates: what is set, and whether it has an effect. */
export function networkChecks({ variables }: Pick<Environment, 'variables'>): Check[] {
  const proxies = proxyVariables(variables);
  const excepted = variables['NO_PROXY'] || variables['no_proxy'];
  const certificates = variables['NODE_EXTRA_CA_CERTS'];
  const checks: Check[] = [];
  if (proxies.length > 0 && canUseProxy()) {
    const except = excepted ? `; not for ${excepted} and this machine` : '; not for this machine';
    checks.push(ok('proxy', `Requests go through the proxy of ${proxies.join(', ')}${except}.`));
  } else if (proxies.length > 0) {
    checks.push(
      warning(
        'proxy',
        `${proxies.join(', ')} ${proxies.length === 1 ? 'is' : 'are'} set, but Node ${process.versions.node} uses no proxy.`,
        'Install Node 24 or later.',
      ),
    );
  }
  if (certificates && existsSync(certificates)) {
    checks.push(ok('certificates', `Those of ${certificates} are trusted too.`));
  } else if (certificates) {
    checks.push(warning('certificates', `NODE_EXTRA_CA_CERTS names ${certificates}, which is not there.`));
  }
  return checks;
}
