// Lints the OpenAPI document on standard input by the recommended rules of a linter, `redocly` or `spectral`, and
// prints the problems as a JSON array of texts. Outside Jest, whose module loader makes spectral four times slower.
import { text } from 'node:stream/consumers';

const LINTERS = {
  async redocly(document) {
    const { createConfig, lintFromString } = await import('@redocly/openapi-core');
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({ source: JSON.stringify(document), config });
    return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`);
  },
  async spectral(document) {
    const { default: core } = await import('@stoplight/spectral-core');
    const { default: rulesets } = await import('@stoplight/spectral-rulesets');
    const spectral = new core.Spectral();
    spectral.setRuleset({ extends: [[rulesets.oas, 'recommended']] });
    const problems = await spectral.run(document);
    return problems.map(({ code, message, path }) => `${code}: ${message} ${path.join('.')}`);
  },
};

const document = JSON.parse(await text(process.stdin));
console.log(JSON.stringify(await LINTERS[process.argv[2]](document)));
