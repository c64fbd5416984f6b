import { homeFolder } from './home-folder';

describe('the home of the user', () => {
  const before = process.env['HOME'];
  afterEach(() => {
    if (before === undefined) delete process.env['HOME'];
    else process.env['HOME'] = before;
  });

  it.each(['', 'relative', './here'])('is refused where HOME is "%s"', (home) => {
    process.env['HOME'] = home;
    expect(() => homeFolder()).toThrow(/HOME is .*Nothing was changed/);
  });

  it('is what HOME says, and what the system knows without it', () => {
    process.env['HOME'] = '/home/ada löve';
    expect(homeFolder()).toBe('/home/ada löve');
    delete process.env['HOME'];
    expect(homeFolder()).toMatch(/^\//);
  });
});
