import { Logger } from '@nestjs/common';
import { ThrottledWarnings } from './throttled-warnings';

describe('a warning of work that is tried again and again', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  it('is said once a minute, each by itself', () => {
    const said = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
    const warnings = new ThrottledWarnings('Test');
    const both = () => {
      warnings.warn(new Error('away'), 'one');
      warnings.warn(new Error('away'), 'other');
    };
    both();
    jest.advanceTimersByTime(59_999);
    both();
    expect(said).toHaveBeenCalledTimes(2);
    jest.advanceTimersByTime(1);
    both();
    expect(said.mock.calls.map(([, message]) => message as string)).toEqual(['one', 'other', 'one', 'other']);
  });
});
