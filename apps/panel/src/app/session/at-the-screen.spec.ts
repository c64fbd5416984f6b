import { TestBed } from '@angular/core/testing';
import { AtTheScreen } from './at-the-screen';

describe('somebody looks at the page', () => {
  afterEach(() => jest.useRealTimers());

  it('until it was not touched for minutes, and again with a touch', () => {
    jest.useFakeTimers();
    const { isLooking } = TestBed.inject(AtTheScreen);
    expect(isLooking()).toBe(true);
    jest.advanceTimersByTime(2 * 60_000);
    document.dispatchEvent(new Event('keydown'));
    jest.advanceTimersByTime(2 * 60_000);
    expect(isLooking()).toBe(true);
    jest.advanceTimersByTime(2 * 60_000);
    expect(isLooking()).toBe(false);
    document.dispatchEvent(new Event('pointermove'));
    expect(isLooking()).toBe(true);
  });
});
