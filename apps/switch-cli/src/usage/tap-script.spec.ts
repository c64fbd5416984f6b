import type { Environment } from '../program/environment';
import { targetOf } from '../targets/target';
import { programOf, tapScript } from './tap-script';

describe('the script before the status line', () => {
  it('tells which program it starts, whatever its path', () => {
    const environment: Environment = { variables: {}, home: '/home/ada', cwd: '/', platform: 'linux' };
    const program = { node: `/opt/it's/node`, file: `/opt/it's 'here'/assistant-switch.cjs` };
    expect(programOf(tapScript(environment, targetOf('claude-code', environment), program))).toEqual(program);
    expect(programOf('# nothing')).toBeNull();
  });
});
