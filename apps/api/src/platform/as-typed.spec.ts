import { asTyped } from './as-typed';

describe('what is to be typed', () => {
  it.each([
    ['Start it: npm start.', 'Start it: groupless start.'],
    ['npm run keys:rotate [-- --forget-lost]', 'groupless keys rotate [--forget-lost]'],
    ['npm run backup -- <file>', 'groupless backup <file>'],
    ['npm run demo [-- --remove | -- --remove-rows]', 'groupless demo [--remove | --remove-rows]'],
    ['npm run switch -- capture', 'assistant-switch capture'],
    ['npm run doctor', 'groupless doctor'],
  ])('%s', (ofClone, ofPackage) => {
    expect(asTyped(ofClone, true)).toBe(ofPackage);
    expect(asTyped(ofClone)).toBe(ofClone);
  });
});
